package dev.stator.storage.cassandra.protocol;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Names a collection, which is the unit of atomicity: a {@link RowStore} changes the rows of one collection at once.
 *
 * @param tree       the id of the trees whose entries it holds, all families together
 * @param collection the collection's name in them
 */
public record CollectionId(int tree, byte[] collection) implements Comparable<CollectionId> {
    /** The order in which transactions lock, so that none waits for another in a circle. */
    @Override
    public int compareTo(CollectionId other) {
        int byTree = Integer.compare(tree, other.tree);
        return byTree != 0 ? byTree : Arrays.compareUnsigned(collection, other.collection);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CollectionId that && tree == that.tree && Arrays.equals(collection, that.collection);
    }

    @Override
    public int hashCode() {
        return 31 * tree + Arrays.hashCode(collection);
    }

    @Override
    public String toString() {
        return tree + "/" + HexFormat.of().formatHex(collection);
    }
}
