package dev.stator.core.protocol;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;

/**
 * Writes AWS JSON into a growing array, from objects or straight from stored bytes. The caller keeps the structure right;
 * the writer places commas. Who closes it saves the next one its growing; who does not, leaves it to the collector.
 */
public final class JsonWriter implements AutoCloseable {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] buffer = Scratch.take();
    private int length;
    private boolean commaDue;

    public JsonWriter beginObject() {
        return open('{');
    }

    public JsonWriter endObject() {
        return close('}');
    }

    public JsonWriter beginArray() {
        return open('[');
    }

    public JsonWriter endArray() {
        return close(']');
    }

    /** Starts a member; the next call writes its value. */
    public JsonWriter field(String name) {
        string(name);
        put(':');
        commaDue = false;
        return this;
    }

    public JsonWriter string(String value) {
        separate();
        put('"');
        int i = 0;
        reserve(value.length());
        while (i < value.length() && isPlain(value.charAt(i))) {
            buffer[length++] = (byte) value.charAt(i++);
        }
        if (i < value.length()) {
            byte[] utf8 = value.substring(i).getBytes(StandardCharsets.UTF_8);
            escape(utf8, 0, utf8.length);
        }
        put('"');
        return this;
    }

    /** A string value from its UTF-8 bytes. */
    public JsonWriter string(byte[] utf8, int from, int count) {
        separate();
        put('"');
        escape(utf8, from, count);
        put('"');
        return this;
    }

    /** Starts a member whose name is given in UTF-8. */
    public JsonWriter field(byte[] utf8, int from, int count) {
        string(utf8, from, count);
        put(':');
        commaDue = false;
        return this;
    }

    /** Bytes as a Base64 string. */
    public JsonWriter base64(byte[] bytes, int from, int count) {
        separate();
        put('"');
        byte[] encoded = Base64.getEncoder().encode(Arrays.copyOfRange(bytes, from, from + count));
        raw(encoded, 0, encoded.length);
        put('"');
        return this;
    }

    public JsonWriter bool(boolean value) {
        separate();
        return ascii(value ? "true" : "false");
    }

    public JsonWriter number(long value) {
        separate();
        return ascii(Long.toString(value));
    }

    /** A double as AWS writes it, always with a fraction: {@code 0.5}, {@code 1.0}; very small and large ones with exponent. */
    public JsonWriter number(double value) {
        separate();
        return ascii(Double.toString(value));
    }

    /** A number, or null, in the form that JSON has for it. */
    public JsonWriter literal(String text) {
        separate();
        return ascii(text);
    }

    /** An item as an object of typed values. */
    public JsonWriter attributes(Item item) {
        return attributes(item.attributes());
    }

    /** A stored item as an object of typed values, without decoding it. */
    public JsonWriter attributes(EncodedItem item) {
        item.write(this);
        return this;
    }

    /** Attributes by name as an object of typed values. */
    public JsonWriter attributes(Map<String, AttributeValue> attributes) {
        beginObject();
        for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
            field(attribute.getKey()).attributeValue(attribute.getValue());
        }
        return endObject();
    }

    /** A value in its typed form, such as {@code {"S":"a"}}. */
    public JsonWriter attributeValue(AttributeValue value) {
        beginObject().field(value.typeName());
        switch (value) {
            case AttributeValue.S s -> string(s.value());
            case AttributeValue.N n -> string(n.value().text());
            case AttributeValue.B b -> base64(b.value(), 0, b.value().length);
            case AttributeValue.Bool bool -> bool(bool.value());
            case AttributeValue.Null ignored -> bool(true);
            case AttributeValue.M map -> attributes(map.value());
            case AttributeValue.L list -> {
                beginArray();
                list.value().forEach(this::attributeValue);
                endArray();
            }
            case AttributeValue.SetValue set -> {
                beginArray();
                set.members().forEach(this::member);
                endArray();
            }
        }
        return endObject();
    }

    /** Hands the array on to other writers; nothing can be written or read afterwards. */
    @Override
    public void close() {
        Scratch.give(buffer);
        buffer = Scratch.NONE;
        length = 0;
    }

    /** What has been written so far, as an array of its own. */
    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, length);
    }

    /** How many bytes have been written so far. */
    public int length() {
        return length;
    }

    private void member(AttributeValue value) {
        switch (value) {
            case AttributeValue.S s -> string(s.value());
            case AttributeValue.N n -> string(n.value().text());
            case AttributeValue.B b -> base64(b.value(), 0, b.value().length);
            default -> throw new IllegalStateException("a set has no members of type " + value.typeName());
        }
    }

    private JsonWriter open(char bracket) {
        separate();
        put(bracket);
        commaDue = false;
        return this;
    }

    private JsonWriter close(char bracket) {
        put(bracket);
        commaDue = true;
        return this;
    }

    private void separate() {
        if (commaDue) {
            put(',');
        }
        commaDue = true;
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
    }

    private void escape(byte[] utf8, int from, int count) {
        int end = from + count;
        int start = from;
        for (int i = from; i < end; i++) {
            byte b = utf8[i];
            if ((b >= 0 && b < 0x20) || b == '"' || b == '\\') {
                raw(utf8, start, i - start);
                escape(b);
                start = i + 1;
            }
        }
        raw(utf8, start, end - start);
    }

    private void escape(byte b) {
        put('\\');
        switch (b) {
            case '"', '\\' -> put((char) b);
            case '\n' -> put('n');
            case '\r' -> put('r');
            case '\t' -> put('t');
            case '\b' -> put('b');
            case '\f' -> put('f');
            default -> {
                ascii("u00");
                put((char) HEX[b >> 4]);
                put((char) HEX[b & 15]);
            }
        }
    }

    private JsonWriter ascii(String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            buffer[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    private void put(char c) {
        reserve(1);
        buffer[length++] = (byte) c;
    }

    private void raw(byte[] bytes, int from, int count) {
        reserve(count);
        System.arraycopy(bytes, from, buffer, length, count);
        length += count;
    }

    private void reserve(int count) {
        if (buffer.length - length < count) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + count));
        }
    }
}
