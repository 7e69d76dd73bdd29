package dev.stator.storage.cassandra.protocol;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Names a collection, which is the unit of atomicity: a {@link RowStore} changes the rows of one collection at once.
 *
 * @param table      the number of the table or index whose entries it holds, those of all its families
 * @param collection the collection's name in it
 */
public record CollectionId(long table, byte[] collection) implements Comparable<CollectionId> {
    /** The order in which transactions lock, so that none waits for another in a circle. */
    @Override
    public int compareTo(CollectionId other) {
        int byTable = Long.compare(table, other.table);
        return byTable != 0 ? byTable : Arrays.compareUnsigned(collection, other.collection);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CollectionId that && table == that.table && Arrays.equals(collection, that.collection);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(table) + Arrays.hashCode(collection);
    }

    @Override
    public String toString() {
        return table + "/" + HexFormat.of().formatHex(collection);
    }
}
