package dev.stator.core.table;

import dev.stator.core.encoding.KeyEncoding;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Attributes;
import dev.stator.storage.EntryKey;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Objects;

/**
 * Where items lie in their trees. A table's item: its partition key is the collection, its sort key the position. An index
 * entry: the index's partition key is the collection; the position is the index's sort key, then the table's key, so that
 * entries whose index keys are equal keep an order and a place of their own.
 */
public final class EntryKeys {
    private static final byte[] EMPTY = {};

    private EntryKeys() {}

    /** The place of an item in its table. Requires: the item has the key attributes, with their types. */
    public static EntryKey ofTable(KeySchema keys, Attributes item) {
        byte[] position = keys.sort().isEmpty()
                ? EMPTY
                : KeyEncoding.alone(value(item, keys.sort().getFirst()));
        return new EntryKey(collection(keys, item), position);
    }

    /** The place of an item's entry in an index. Requires: the item has all key attributes of both, with their types. */
    public static EntryKey ofIndex(KeySchema table, Index index, Attributes item) {
        ByteArrayOutputStream position = new ByteArrayOutputStream();
        append(position, index.keys().sort(), item);
        if (index.isGlobal()) {
            append(position, table.partition(), item);
        }
        append(position, table.sort(), item);
        return new EntryKey(collection(index.keys(), item), position.toByteArray());
    }

    /** The collection that the partition key names. Requires: the item has its attributes, with their types. */
    public static byte[] collection(KeySchema keys, Attributes item) {
        if (keys.partition().size() == 1) {
            return KeyEncoding.alone(value(item, keys.partition().getFirst()));
        }
        ByteArrayOutputStream collection = new ByteArrayOutputStream();
        append(collection, keys.partition(), item);
        return collection.toByteArray();
    }

    private static void append(ByteArrayOutputStream out, List<KeyAttribute> attributes, Attributes item) {
        for (KeyAttribute attribute : attributes) {
            KeyEncoding.appendTo(out, value(item, attribute));
        }
    }

    private static AttributeValue value(Attributes item, KeyAttribute attribute) {
        return Objects.requireNonNull(item.attribute(attribute.name()), attribute.name());
    }
}
