package dev.stator.core.table;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table, or one of its global indexes, for the operations on Contributor Insights.
 *
 * @param index null for the table itself
 */
public record InsightsTarget(
        TableDefinition table, @Nullable Index index) {
    /**
     * The table, or its global index of this name.
     *
     * @throws ApiException ResourceNotFoundException, if there is no such global index
     */
    public static InsightsTarget find(TableDefinition table, @Nullable String indexName) {
        if (indexName == null) {
            return new InsightsTarget(table, null);
        }
        Index index = table.index(indexName);
        if (index == null || !index.isGlobal()) {
            throw ApiException.resourceNotFound(
                    "Requested resource not found: Index: " + indexName + " not found for table: " + table.name());
        }
        return new InsightsTarget(table, index);
    }

    /** The table, and its global indexes behind it. */
    public static List<InsightsTarget> all(TableDefinition table) {
        List<InsightsTarget> targets = new ArrayList<>();
        targets.add(new InsightsTarget(table, null));
        table.globalIndexes().forEach(index -> targets.add(new InsightsTarget(table, index)));
        return targets;
    }

    /** Null if they were never asked for. */
    public @Nullable ContributorInsights insights() {
        return index == null
                ? table.settings().attachments().contributorInsights()
                : table.settingsOf(index).contributorInsights();
    }

    public boolean isEnabled() {
        ContributorInsights insights = insights();
        return insights != null && insights.enabled();
    }

    /** The table with these insights in the place of those of the target. */
    public TableDefinition with(ContributorInsights insights) {
        return index == null
                ? table.withSettings(table.settings()
                        .withAttachments(table.settings().attachments().withContributorInsights(insights)))
                : table.withIndex(index, table.settingsOf(index).withContributorInsights(insights));
    }

    /** Writes the members that all answers have: names, status and, once there is one, the mode. */
    public void writeMembers(JsonWriter out, String status) {
        out.field("TableName").string(table.name());
        if (index != null) {
            out.field("IndexName").string(index.name());
        }
        out.field("ContributorInsightsStatus").string(status);
        ContributorInsights insights = insights();
        if (insights != null) {
            out.field("ContributorInsightsMode").string(insights.mode());
        }
    }
}
