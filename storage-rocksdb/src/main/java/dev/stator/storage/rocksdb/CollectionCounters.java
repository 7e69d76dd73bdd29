package dev.stator.storage.rocksdb;

import dev.stator.storage.Size;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The counters of the collections that commits under way count. One is loaded by the first commit that needs it and forgotten with the
 * last, so memory holds as many as there are commits, and no stored size is read while a newer one waits to be written.
 */
final class CollectionCounters {
    private final ConcurrentHashMap<Key, Pinned> pinned = new ConcurrentHashMap<>();
    private final Function<byte[], Size> stored;

    /** @param stored reads the size that is stored at a key */
    CollectionCounters(Function<byte[], Size> stored) {
        this.stored = stored;
    }

    /** The counter at this key; each pin is followed by one {@link #unpin}. */
    Counter pin(byte[] key) {
        return pinned.compute(
                        new Key(key),
                        (same, found) -> found == null
                                ? new Pinned(new Counter(key, false, stored.apply(key)), 1)
                                : new Pinned(found.counter, found.pins + 1))
                .counter;
    }

    /** Requires: what the commit counted is written, or was given up. */
    void unpin(byte[] key) {
        pinned.computeIfPresent(
                new Key(key), (same, found) -> found.pins == 1 ? null : new Pinned(found.counter, found.pins - 1));
    }

    private record Pinned(Counter counter, int pins) {}

    private record Key(byte[] bytes) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }
}
