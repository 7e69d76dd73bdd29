package dev.stator.core.table.update;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.table.Attachments;
import dev.stator.core.table.ResourcePolicy;
import dev.stator.core.table.TableDefinition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of a table's resource policy.
 *
 * @param document           the new policy, in DynamoDB's form; null to delete the one there is
 * @param expectedRevisionId null if any revision may be changed
 */
public record PolicyUpdate(
        @Nullable String document, @Nullable String expectedRevisionId) {
    private static final int REVISION_LENGTH_MAX = 255;

    public static void constrain(Constraints constraints, @Nullable String expectedRevisionId) {
        constraints.length("expectedRevisionId", expectedRevisionId, 1, REVISION_LENGTH_MAX);
    }

    /**
     * The table with this change made.
     *
     * @throws ApiException PolicyNotFoundException, if the policy has not the expected revision
     */
    public TableDefinition apply(TableDefinition table, Instant now) {
        InUse.checkNotDeleting(table);
        Attachments attachments = table.settings().attachments();
        ResourcePolicy current = attachments.resourcePolicy();
        if (expectedRevisionId != null) {
            ResourcePolicy.checkRevision(current, expectedRevisionId, table.name());
        }
        if (current == null && document == null) {
            return table;
        }
        ResourcePolicy changed = ResourcePolicy.changed(current, document, now);
        return table.withSettings(table.settings().withAttachments(attachments.withResourcePolicy(changed)));
    }
}
