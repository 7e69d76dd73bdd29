package dev.stator.core.table;

import org.jspecify.annotations.Nullable;

/**
 * What a global index shows beyond {@link Index}.
 *
 * @param backfilling         whether the items of the table are being written into it; only while it is CREATING
 * @param contributorInsights null if never asked for
 */
public record IndexSettings(
        Capacity capacity, boolean backfilling, @Nullable ContributorInsights contributorInsights) {
    /** What a new index has. */
    public IndexSettings(Capacity capacity, boolean backfilling) {
        this(capacity, backfilling, null);
    }

    public IndexSettings withCapacity(Capacity newCapacity) {
        return new IndexSettings(newCapacity, backfilling, contributorInsights);
    }

    public IndexSettings withBackfilling(boolean newBackfilling) {
        return new IndexSettings(capacity, newBackfilling, contributorInsights);
    }

    public IndexSettings withContributorInsights(ContributorInsights newContributorInsights) {
        return new IndexSettings(capacity, backfilling, newContributorInsights);
    }
}
