package dev.stator.core.item;

import dev.stator.core.protocol.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The stored form of an item, version 1: format byte, metered size, attribute count, then names and values; every value
 * with a tag and, where its length is not fixed, its length, so that a reader can step over it. Lengths and counts are
 * unsigned LEB128.
 */
final class ItemCodec {
    private static final byte FORMAT = 1;

    private static final byte TAG_S = 1;
    private static final byte TAG_N = 2;
    private static final byte TAG_B = 3;
    private static final byte TAG_FALSE = 4;
    private static final byte TAG_TRUE = 5;
    private static final byte TAG_NULL = 6;
    private static final byte TAG_M = 7;
    private static final byte TAG_L = 8;
    private static final byte TAG_SS = 9;
    private static final byte TAG_NS = 10;
    private static final byte TAG_BS = 11;

    private ItemCodec() {}

    static byte[] encode(Item item) {
        Output out = new Output(ItemSize.atMost(item.attributes()));
        out.attributes(item.attributes());
        return out.toByteArray();
    }

    /**
     * Writes values back to front-less: nested lengths are patched in by moving the content, which is short work; the
     * metered size is counted from the bytes that are written.
     */
    private static final class Output {
        /** Room for the format and the metered size, which are known at the end. */
        private static final int HEAD_BYTES_MAX = 6;

        private byte[] buffer;
        private int length = HEAD_BYTES_MAX;
        private int sizeBytes;

        /** Starts with room for an item of about this size: values have tags and lengths, and are mostly ASCII. */
        Output(int sizeBytesAtMost) {
            buffer = new byte[HEAD_BYTES_MAX + sizeBytesAtMost / 2 + 64];
        }

        void attributes(Map<String, AttributeValue> attributes) {
            length(attributes.size());
            for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
                text(attribute.getKey());
                value(attribute.getValue());
            }
        }

        private void value(AttributeValue value) {
            switch (value) {
                case AttributeValue.S s -> {
                    put(TAG_S);
                    text(s.value());
                }
                case AttributeValue.N n -> {
                    put(TAG_N);
                    number(n.value());
                }
                case AttributeValue.B b -> {
                    put(TAG_B);
                    bytes(b.value());
                }
                case AttributeValue.Bool bool -> constant(bool.value() ? TAG_TRUE : TAG_FALSE);
                case AttributeValue.Null ignored -> constant(TAG_NULL);
                case AttributeValue.M map -> {
                    sizeBytes += ItemSize.ofContainer(map.value().size());
                    nested(TAG_M, () -> attributes(map.value()));
                }
                case AttributeValue.L list -> {
                    sizeBytes += ItemSize.ofContainer(list.value().size());
                    nested(TAG_L, () -> {
                        length(list.value().size());
                        list.value().forEach(this::value);
                    });
                }
                case AttributeValue.SS set -> nested(TAG_SS, () -> members(set.members()));
                case AttributeValue.NS set -> nested(TAG_NS, () -> members(set.members()));
                case AttributeValue.BS set -> nested(TAG_BS, () -> members(set.members()));
            }
        }

        private void members(Collection<? extends AttributeValue> members) {
            length(members.size());
            for (AttributeValue member : members) {
                switch (member) {
                    case AttributeValue.S s -> text(s.value());
                    case AttributeValue.N n -> number(n.value());
                    case AttributeValue.B b -> bytes(b.value());
                    default -> throw new IllegalStateException("no set of " + member.typeName());
                }
            }
        }

        private void nested(byte tag, Runnable content) {
            put(tag);
            int start = length;
            content.run();
            int contentLength = length - start;
            int prefix = lengthBytes(contentLength);
            reserve(prefix);
            System.arraycopy(buffer, start, buffer, start + prefix, contentLength);
            length = start;
            length(contentLength);
            length += contentLength;
        }

        private void constant(byte tag) {
            sizeBytes += ItemSize.CONSTANT_BYTES;
            put(tag);
        }

        private void text(String text) {
            bytes(text.getBytes(StandardCharsets.UTF_8));
        }

        private void number(DynamoNumber number) {
            sizeBytes += ItemSize.of(number);
            unmetered(number.text().getBytes(StandardCharsets.UTF_8));
        }

        private void bytes(byte[] bytes) {
            sizeBytes += bytes.length;
            unmetered(bytes);
        }

        private void unmetered(byte[] bytes) {
            length(bytes.length);
            reserve(bytes.length);
            System.arraycopy(bytes, 0, buffer, length, bytes.length);
            length += bytes.length;
        }

        void length(int value) {
            int rest = value;
            while (rest >= 0x80) {
                put((byte) (rest | 0x80));
                rest >>>= 7;
            }
            put((byte) rest);
        }

        private static int lengthBytes(int value) {
            return value == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(value)) / 7;
        }

        void put(byte b) {
            reserve(1);
            buffer[length++] = b;
        }

        private void reserve(int count) {
            if (buffer.length - length < count) {
                buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + count));
            }
        }

        byte[] toByteArray() {
            int end = length;
            int start = HEAD_BYTES_MAX - 1 - lengthBytes(sizeBytes);
            length = start;
            put(FORMAT);
            length(sizeBytes);
            return Arrays.copyOfRange(buffer, start, end);
        }
    }

    /** Reads the stored form from a position on. */
    static final class Cursor {
        private final byte[] bytes;
        private int position;

        Cursor(byte[] bytes, int position) {
            this.bytes = bytes;
            this.position = position;
        }

        int position() {
            return position;
        }

        void advance(int count) {
            position += count;
        }

        void expectFormat() {
            if (bytes.length == 0 || bytes[position++] != FORMAT) {
                throw new IllegalStateException("a stored item has a format that this version does not know");
            }
        }

        int length() {
            int value = 0;
            int shift = 0;
            byte b;
            do {
                b = bytes[position++];
                value |= (b & 0x7f) << shift;
                shift += 7;
            } while (b < 0);
            return value;
        }

        String text() {
            int length = length();
            String text = new String(bytes, position, length, StandardCharsets.UTF_8);
            position += length;
            return text;
        }

        private byte[] blob() {
            int length = length();
            byte[] blob = Arrays.copyOfRange(bytes, position, position + length);
            position += length;
            return blob;
        }

        void skipValue() {
            byte tag = bytes[position++];
            if (tag != TAG_FALSE && tag != TAG_TRUE && tag != TAG_NULL) {
                int length = length();
                position += length;
            }
        }

        AttributeValue value() {
            byte tag = bytes[position++];
            return switch (tag) {
                case TAG_S -> new AttributeValue.S(text());
                case TAG_N -> new AttributeValue.N(new DynamoNumber(text()));
                case TAG_B -> new AttributeValue.B(blob());
                case TAG_FALSE -> AttributeValue.Bool.FALSE;
                case TAG_TRUE -> AttributeValue.Bool.TRUE;
                case TAG_NULL -> AttributeValue.Null.NULL;
                default -> container(tag);
            };
        }

        private AttributeValue container(byte tag) {
            length();
            int count = length();
            switch (tag) {
                case TAG_M -> {
                    Map<String, AttributeValue> map = LinkedHashMap.newLinkedHashMap(count);
                    for (int i = 0; i < count; i++) {
                        map.put(text(), value());
                    }
                    return new AttributeValue.M(map);
                }
                case TAG_L -> {
                    List<AttributeValue> list = new ArrayList<>(count);
                    for (int i = 0; i < count; i++) {
                        list.add(value());
                    }
                    return new AttributeValue.L(list);
                }
                default -> {
                    return set(tag, count);
                }
            }
        }

        private AttributeValue set(byte tag, int count) {
            switch (tag) {
                case TAG_SS -> {
                    Set<AttributeValue.S> members = LinkedHashSet.newLinkedHashSet(count);
                    for (int i = 0; i < count; i++) {
                        members.add(new AttributeValue.S(text()));
                    }
                    return new AttributeValue.SS(members);
                }
                case TAG_NS -> {
                    Set<AttributeValue.N> members = LinkedHashSet.newLinkedHashSet(count);
                    for (int i = 0; i < count; i++) {
                        members.add(new AttributeValue.N(new DynamoNumber(text())));
                    }
                    return new AttributeValue.NS(members);
                }
                case TAG_BS -> {
                    Set<AttributeValue.B> members = LinkedHashSet.newLinkedHashSet(count);
                    for (int i = 0; i < count; i++) {
                        members.add(new AttributeValue.B(blob()));
                    }
                    return new AttributeValue.BS(members);
                }
                default -> throw new IllegalStateException("a stored item has an unknown tag " + tag);
            }
        }

        void writeAttributes(JsonWriter out, int count) {
            out.beginObject();
            for (int i = 0; i < count; i++) {
                int length = length();
                out.field(bytes, position, length);
                position += length;
                writeValue(out);
            }
            out.endObject();
        }

        private void writeValue(JsonWriter out) {
            byte tag = bytes[position++];
            out.beginObject();
            switch (tag) {
                case TAG_S -> writeText(out.field("S"));
                case TAG_N -> writeText(out.field("N"));
                case TAG_B -> writeBlob(out.field("B"));
                case TAG_FALSE -> out.field("BOOL").bool(false);
                case TAG_TRUE -> out.field("BOOL").bool(true);
                case TAG_NULL -> out.field("NULL").bool(true);
                case TAG_M -> {
                    length();
                    writeAttributes(out.field("M"), length());
                }
                case TAG_L -> writeElements(out.field("L"), this::writeValue);
                case TAG_SS -> writeElements(out.field("SS"), this::writeText);
                case TAG_NS -> writeElements(out.field("NS"), this::writeText);
                case TAG_BS -> writeElements(out.field("BS"), this::writeBlob);
                default -> throw new IllegalStateException("a stored item has an unknown tag " + tag);
            }
            out.endObject();
        }

        private void writeElements(JsonWriter out, java.util.function.Consumer<JsonWriter> element) {
            length();
            int count = length();
            out.beginArray();
            for (int i = 0; i < count; i++) {
                element.accept(out);
            }
            out.endArray();
        }

        private void writeText(JsonWriter out) {
            int length = length();
            out.string(bytes, position, length);
            position += length;
        }

        private void writeBlob(JsonWriter out) {
            int length = length();
            out.base64(bytes, position, length);
            position += length;
        }
    }
}
