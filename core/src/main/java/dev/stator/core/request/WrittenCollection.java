package dev.stator.core.request;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Which item collection a write of one item is about, found without the checks that the operation makes. */
public final class WrittenCollection {
    private WrittenCollection() {}

    /** A name of the collection; null for other operations, and for requests that will be refused in any case. */
    public static byte @Nullable [] of(String operation, byte[] body, Tables tables) {
        return switch (operation) {
            case "PutItem" -> read("Item", body, tables);
            case "UpdateItem", "DeleteItem" -> read("Key", body, tables);
            default -> null;
        };
    }

    private static byte @Nullable [] read(String keyMember, byte[] body, Tables tables) {
        try {
            RequestReader in = new RequestReader(body);
            String tableName = null;
            InputAttributes attributes = null;
            in.beginBody();
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                if (member.equals(keyMember)) {
                    attributes = AttributeReader.attributes(in);
                } else if (member.equals("TableName")) {
                    tableName = in.string();
                } else {
                    in.skip();
                }
            }
            if (tableName == null || attributes == null) {
                return null;
            }
            attributes.check();
            Table table = tables.get(tableName);
            Item item = new Item(attributes.values());
            boolean hasKey = table.keys().partition().stream().allMatch(key -> {
                var value = item.attribute(key.name());
                return value != null && value.type() == key.type();
            });
            if (!hasKey) {
                return null;
            }
            byte[] collection = EntryKeys.collection(table.keys(), item);
            return ByteBuffer.allocate(Integer.BYTES + collection.length)
                    .putInt(table.id())
                    .put(collection)
                    .array();
        } catch (ApiException e) {
            return null;
        }
    }
}
