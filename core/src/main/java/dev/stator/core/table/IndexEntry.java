package dev.stator.core.table;

import dev.stator.storage.Change;
import dev.stator.storage.Entry;
import org.jspecify.annotations.Nullable;

/**
 * The entry that an item has in an index.
 *
 * @param bytes what it adds to the size of the index, in DynamoDB's measure
 */
public record IndexEntry(Change.Put put, long bytes) {
    /**
     * Makes index entries. The writes of items and the filling of a new index use the same one, so that their entries are
     * the same bytes at the same keys.
     */
    @FunctionalInterface
    public interface Maker {
        /**
         * The entry of a stored item.
         *
         * @param item the entry of the item in the table's own tree
         * @return null if the item does not belong into the index: it lacks a key attribute, or has one of another type
         *     or size than a key may have
         */
        @Nullable
        IndexEntry of(Table table, Index index, Entry item);
    }
}
