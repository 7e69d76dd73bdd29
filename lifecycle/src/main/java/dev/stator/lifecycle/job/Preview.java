package dev.stator.lifecycle.job;

import dev.stator.lifecycle.item.ItemKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run would find and cost.
 *
 * @param job        the job
 * @param until      what is due by then
 * @param byShard    how many items by shard of the index
 * @param oldest     since when the oldest is due
 * @param samples    some of them
 * @param held       what would be due if it were not on hold
 * @param writeUnits what it would write: the mean of the samples for each item
 * @param readUnits  what the preview has read
 */
public record Preview(
        String job,
        Instant until,
        Map<String, Long> byShard,
        Optional<Instant> oldest,
        List<Sample> samples,
        List<Failure> held,
        double writeUnits,
        double readUnits) {

    /**
     * One of the items.
     *
     * @param key        where it is
     * @param due        since when it is due
     * @param bytes      how large it is
     * @param writeUnits what moving it writes
     */
    public record Sample(ItemKey key, Instant due, int bytes, double writeUnits) {}

    /** How many items are due. */
    public long due() {
        return byShard.values().stream().mapToLong(Long::longValue).sum();
    }
}
