package dev.stator.storage;

import java.util.Arrays;

/**
 * Where an entry lies inside its tree.
 *
 * @param collection the encoded partition key, 1 byte to 64 KB
 * @param position   the encoded sort key, which orders the collection; may be empty, 64 KB at most
 */
public record EntryKey(byte[] collection, byte[] position) {
    /** The longest collection and the longest position that every engine takes. */
    public static final int LENGTH_MAX = 65_535;

    @Override
    public boolean equals(Object other) {
        return other instanceof EntryKey that
                && Arrays.equals(collection, that.collection)
                && Arrays.equals(position, that.position);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(collection) + Arrays.hashCode(position);
    }
}
