package dev.stator.core.table;

import org.jspecify.annotations.Nullable;

/**
 * What a table has been given by operations of their own, and DescribeTable does not show.
 *
 * @param resourcePolicy      null if there never was one
 * @param pointInTimeRecovery null while it is disabled
 * @param contributorInsights of the table; null if never asked for. Those of an index are in its {@link IndexSettings}
 */
public record Attachments(
        @Nullable ResourcePolicy resourcePolicy,
        @Nullable PointInTimeRecovery pointInTimeRecovery,
        @Nullable ContributorInsights contributorInsights) {
    /** What a new table has. */
    public static final Attachments NONE = new Attachments(null, null, null);

    public Attachments withResourcePolicy(ResourcePolicy newResourcePolicy) {
        return new Attachments(newResourcePolicy, pointInTimeRecovery, contributorInsights);
    }

    public Attachments withPointInTimeRecovery(@Nullable PointInTimeRecovery newPointInTimeRecovery) {
        return new Attachments(resourcePolicy, newPointInTimeRecovery, contributorInsights);
    }

    public Attachments withContributorInsights(ContributorInsights newContributorInsights) {
        return new Attachments(resourcePolicy, pointInTimeRecovery, newContributorInsights);
    }
}
