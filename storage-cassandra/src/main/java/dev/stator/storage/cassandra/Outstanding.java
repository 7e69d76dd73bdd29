package dev.stator.storage.cassandra;

import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * The numbers that this server has announced and not withdrawn. The lowest is published with each beat, so that who recovers
 * what a server has left need not look at all that it has withdrawn before, of which each has left a tombstone.
 */
final class Outstanding {
    private final LongSupplier next;
    private final TreeSet<Long> numbers = new TreeSet<>();
    private long published = Long.MIN_VALUE;

    /** @param next the number that will be given next, at the least */
    Outstanding(LongSupplier next) {
        this.next = next;
    }

    /** The number before which nothing is announced; to be published before this is called again. */
    synchronized long publish() {
        long given = next.getAsLong();
        published = numbers.isEmpty() ? given : Math.min(given, numbers.first());
        return published;
    }

    /** Adds a number; false if it lies before the one that was published last, which must be published anew then. */
    synchronized boolean add(long number) {
        numbers.add(number);
        return number >= published;
    }

    synchronized void remove(long number) {
        numbers.remove(number);
    }
}
