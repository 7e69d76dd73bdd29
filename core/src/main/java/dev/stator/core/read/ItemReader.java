package dev.stator.core.read;

import dev.stator.core.capacity.CapacityUnits;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.item.Attributes;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.Table;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import org.jspecify.annotations.Nullable;

/** Reads single items by key, for GetItem and BatchGetItem. */
public final class ItemReader {
    private ItemReader() {}

    /** The item with this key, or null. Requires: the key was checked against the table. */
    public static @Nullable EncodedItem get(Engine engine, Table table, Attributes key, boolean consistent) {
        return get(engine, table, EntryKeys.ofTable(table.keys(), key), consistent);
    }

    /** The item at this place, or null. */
    public static @Nullable EncodedItem get(Engine engine, Table table, EntryKey entryKey, boolean consistent) {
        Consistency consistency = consistent ? Consistency.STRONG : Consistency.EVENTUAL;
        Entry entry = engine.get(table.tree(), entryKey.collection(), entryKey.position(), consistency);
        return entry == null ? null : EncodedItem.wrap(entry.value());
    }

    /** What reading one item costs: its size rounded up, and as much as the smallest item where there is none. */
    public static ConsumedCapacity consumed(String tableName, @Nullable EncodedItem item, boolean consistent) {
        ConsumedCapacity consumed = new ConsumedCapacity(tableName);
        consumed.addTable(CapacityUnits.read(item == null ? 0 : item.sizeBytes(), consistent));
        return consumed;
    }

    /** What it costs in a transaction. */
    public static ConsumedCapacity consumedInTransaction(String tableName, @Nullable EncodedItem item) {
        ConsumedCapacity consumed = ConsumedCapacity.transactionalRead(tableName);
        consumed.addTable(CapacityUnits.read(item == null ? 0 : item.sizeBytes(), true));
        return consumed;
    }

    /** Writes the item, or what the projection leaves of it. */
    public static void write(JsonWriter out, EncodedItem item, @Nullable ProjectionExpression projection) {
        if (projection == null) {
            out.attributes(item);
        } else {
            out.attributes(projection.apply(item));
        }
    }
}
