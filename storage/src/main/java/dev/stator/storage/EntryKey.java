package dev.stator.storage;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where an entry lies inside its tree.
 *
 * @param collection the encoded partition key, 1 to {@link #LENGTH_MAX} bytes
 * @param position   the encoded sort key, which orders the collection; 0 to {@link #LENGTH_MAX} bytes
 */
public record EntryKey(byte[] collection, byte[] position) {
    /** The longest collection and the longest position that every engine takes, Cassandra with its own columns in a key, too. */
    public static final int LENGTH_MAX = 65_000;

    public EntryKey {
        if (collection.length < 1 || collection.length > LENGTH_MAX || position.length > LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "a collection of " + collection.length + " bytes, a position of " + position.length);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EntryKey that
                && Arrays.equals(collection, that.collection)
                && Arrays.equals(position, that.position);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(collection) + Arrays.hashCode(position);
    }
}
