package dev.stator.core.table;

/**
 * What a global index shows beyond {@link Index}.
 *
 * @param backfilling whether the items of the table are being written into it; only while it is CREATING
 */
public record IndexSettings(Capacity capacity, boolean backfilling) {
    public IndexSettings withCapacity(Capacity newCapacity) {
        return new IndexSettings(newCapacity, backfilling);
    }

    public IndexSettings withBackfilling(boolean newBackfilling) {
        return new IndexSettings(capacity, newBackfilling);
    }
}
