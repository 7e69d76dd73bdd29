package dev.stator.core.write;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.Index;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.Table;
import dev.stator.storage.Engine;
import java.util.Collection;

/** Sizes of item collections, which DynamoDB limits and reports on tables with local indexes. */
public final class ItemCollections {
    private static final long GIGABYTE = 1L << 30;

    private ItemCollections() {}

    /** Bytes of all items with this partition key and their entries in local indexes. */
    public static long sizeBytes(Engine engine, Table table, byte[] collection) {
        long bytes = engine.size(table.tree(), collection).bytes();
        for (Index index : table.indexes()) {
            if (!index.isGlobal()) {
                bytes += engine.size(index.tree(), collection).bytes();
            }
        }
        return bytes;
    }

    /** Writes a list of ItemCollectionMetrics, one for each partition key. */
    public static void writeMetrics(
            JsonWriter out, Engine engine, Table table, Collection<AttributeValue> partitionKeys) {
        String attribute = table.keys().partition().getFirst().name();
        out.beginArray();
        for (AttributeValue partitionKey : partitionKeys) {
            byte[] collection =
                    EntryKeys.collection(table.keys(), wanted -> wanted.equals(attribute) ? partitionKey : null);
            writeMetrics(out, table, partitionKey, sizeBytes(engine, table, collection));
        }
        out.endArray();
    }

    /** Writes one ItemCollectionMetrics structure: the partition key, and bounds of the size in whole gigabytes. */
    public static void writeMetrics(JsonWriter out, Table table, AttributeValue partitionKey, long sizeBytes) {
        KeyAttribute attribute = table.keys().partition().getFirst();
        long gigabytes = sizeBytes / GIGABYTE;
        out.beginObject();
        out.field("ItemCollectionKey").beginObject();
        out.field(attribute.name()).attributeValue(partitionKey);
        out.endObject();
        out.field("SizeEstimateRangeGB").beginArray();
        out.number((double) gigabytes).number((double) (gigabytes + 1));
        out.endArray();
        out.endObject();
    }
}
