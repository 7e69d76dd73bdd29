package dev.stator.core.item;

import dev.stator.core.protocol.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An item as it is stored: the form, which docs/format.md describes, lets single attributes be found, and JSON be written,
 * without building the whole object tree. {@link ItemCodec} reads and writes the parts.
 */
public final class EncodedItem implements Attributes {
    private final byte[] bytes;
    private final int sizeBytes;
    private final int count;
    private final int start;

    private EncodedItem(byte[] bytes) {
        this.bytes = bytes;
        ItemCodec.Cursor in = new ItemCodec.Cursor(bytes, 0);
        in.expectFormat();
        sizeBytes = in.length();
        count = in.length();
        start = in.position();
    }

    /** Encodes an item. */
    public static EncodedItem of(Item item) {
        return new EncodedItem(ItemCodec.encode(item));
    }

    /** Wraps bytes that {@link #bytes()} gave; they are read as far as they are needed. */
    public static EncodedItem wrap(byte[] bytes) {
        return new EncodedItem(bytes);
    }

    /** The stored form. */
    public byte[] bytes() {
        return bytes;
    }

    /** The size that DynamoDB meters; see {@link ItemSize}. */
    public int sizeBytes() {
        return sizeBytes;
    }

    @Override
    public @Nullable AttributeValue attribute(String name) {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        ItemCodec.Cursor in = new ItemCodec.Cursor(bytes, start);
        for (int i = 0; i < count; i++) {
            int length = in.length();
            int from = in.position();
            in.advance(length);
            if (length == wanted.length && Arrays.equals(bytes, from, from + length, wanted, 0, length)) {
                return in.value();
            }
            in.skipValue();
        }
        return null;
    }

    /** The whole item as an object tree. */
    public Item decode() {
        ItemCodec.Cursor in = new ItemCodec.Cursor(bytes, start);
        Map<String, AttributeValue> attributes = LinkedHashMap.newLinkedHashMap(count);
        for (int i = 0; i < count; i++) {
            attributes.put(in.text(), in.value());
        }
        return new Item(attributes);
    }

    /** Writes the item as an object of typed values, straight from the stored bytes. */
    public void write(JsonWriter out) {
        ItemCodec.Cursor in = new ItemCodec.Cursor(bytes, start);
        in.writeAttributes(out, count);
    }
}
