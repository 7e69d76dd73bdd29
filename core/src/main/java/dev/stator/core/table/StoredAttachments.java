package dev.stator.core.table;

import static dev.stator.core.table.CatalogCodec.instant;
import static dev.stator.core.table.CatalogCodec.present;

import dev.stator.core.protocol.RequestReader;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The members of a catalog entry that become {@link Attachments}, while they are being read; {@link CatalogCodec} wrote them. */
final class StoredAttachments {
    private @Nullable String resourcePolicy;
    private @Nullable Long resourcePolicyRevision;
    private @Nullable Instant recoverySince;
    private @Nullable Integer recoveryDays;
    private @Nullable Boolean insights;
    private @Nullable String insightsMode;
    private @Nullable Instant insightsUpdate;

    void readMember(String member, RequestReader in) {
        switch (member) {
            case "resourcePolicy" -> resourcePolicy = in.string();
            case "resourcePolicyRevision" -> resourcePolicyRevision = in.longInteger();
            case "pointInTimeRecoverySince" -> recoverySince = instant(in);
            case "pointInTimeRecoveryDays" -> recoveryDays = in.integer();
            case "contributorInsights" -> insights = in.bool();
            case "contributorInsightsMode" -> insightsMode = in.string();
            case "contributorInsightsUpdate" -> insightsUpdate = instant(in);
            default -> in.skip();
        }
    }

    /** @param created of the table: the revision of a policy that was stored before policies had one */
    Attachments attachments(Instant created) {
        return new Attachments(
                resourcePolicy(created),
                recoverySince == null
                        ? null
                        : new PointInTimeRecovery(recoverySince, present("pointInTimeRecoveryDays", recoveryDays)),
                contributorInsights());
    }

    private @Nullable ResourcePolicy resourcePolicy(Instant created) {
        if (resourcePolicyRevision != null) {
            return new ResourcePolicy(resourcePolicy, resourcePolicyRevision);
        }
        return resourcePolicy == null ? null : new ResourcePolicy(resourcePolicy, created.toEpochMilli());
    }

    /** Of the table or index whose members these are. */
    @Nullable
    ContributorInsights contributorInsights() {
        return insights == null
                ? null
                : new ContributorInsights(
                        insights,
                        present("contributorInsightsMode", insightsMode),
                        present("contributorInsightsUpdate", insightsUpdate));
    }
}
