package dev.stator.lifecycle.bench;

/**
 * What a question took.
 *
 * @param found  how many items it has found
 * @param read   how many items the database has looked at for it
 * @param units  read units
 * @param pages  requests
 * @param millis how long it took; the median of some times
 */
public record Cost(long found, long read, double units, int pages, double millis) {
    static final Cost NONE = new Cost(0, 0, 0, 0, 0);

    Cost plus(long foundMore, long readMore, double unitsMore) {
        return new Cost(found + foundMore, read + readMore, units + unitsMore, pages + 1, millis);
    }

    Cost taking(double time) {
        return new Cost(found, read, units, pages, time);
    }
}
