package dev.stator.core.write;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.Index;
import dev.stator.core.table.IndexEntry;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.KeySchema;
import dev.stator.core.table.Projection;
import dev.stator.core.table.Table;
import dev.stator.storage.Change;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an index holds of an item: where its entry lies, and the projected attributes. A pure function of item and index, so
 * that a writer finds the entry of the old item without a read.
 */
public record IndexedItem(EntryKey key, EncodedItem item) {

    /** The item's entry in the index, or null where the item lacks a key attribute of it: indexes are sparse. */
    public static @Nullable IndexedItem of(KeySchema table, Index index, EncodedItem item) {
        if (!KeyChecks.isIndexed(index, item)) {
            return null;
        }
        EntryKey key = EntryKeys.ofIndex(table, index, item);
        EncodedItem projected = index.projection().type() == Projection.Type.ALL ? item : project(table, index, item);
        return new IndexedItem(key, projected);
    }

    /** The same for a stored item, as the filling of a new index wants it. */
    public static @Nullable IndexEntry entry(Table table, Index index, Entry stored) {
        IndexedItem item = of(table.keys(), index, EncodedItem.wrap(stored.value()));
        return item == null
                ? null
                : new IndexEntry(
                        new Change.Put(index.tree(), item.key(), item.item().bytes()),
                        item.item().sizeBytes());
    }

    private static EncodedItem project(KeySchema table, Index index, EncodedItem item) {
        Map<String, AttributeValue> projected = new LinkedHashMap<>();
        for (String name : projectedNames(table, index)) {
            AttributeValue value = item.attribute(name);
            if (value != null) {
                projected.put(name, value);
            }
        }
        return EncodedItem.of(new Item(projected));
    }

    /** The attributes that an index with a partial projection holds: its keys, the table's, and the included ones. */
    public static Set<String> projectedNames(KeySchema table, Index index) {
        Set<String> names = new LinkedHashSet<>();
        table.attributes().stream().map(KeyAttribute::name).forEach(names::add);
        index.keys().attributes().stream().map(KeyAttribute::name).forEach(names::add);
        names.addAll(index.projection().nonKeyAttributes());
        return names;
    }
}
