package dev.stator.lifecycle.item;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How large an item is for DynamoDB's limits and units. Source: the developer guide's page on item sizes and formats.
 * Numbers are rounded up: about a byte for each two significant digits.
 */
public final class ItemSize {
    /** How large an item is at most. */
    public static final int ITEM_BYTES_MAX = 400 * 1024;

    private static final int CONTAINER_BYTES = 3;
    private static final int WRITE_UNIT_BYTES = 1024;

    private ItemSize() {}

    /** The item's size, names of attributes included. */
    public static int bytes(Map<String, AttributeValue> item) {
        int bytes = 0;
        for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
            bytes += utf8(attribute.getKey()) + bytes(attribute.getValue());
        }
        return bytes;
    }

    /** The size of one value. */
    public static int bytes(AttributeValue value) {
        return switch (value.type()) {
            case S -> utf8(value.s());
            case N -> number(value.n());
            case B -> value.b().asByteArrayUnsafe().length;
            case BOOL, NUL -> 1;
            case SS -> value.ss().stream().mapToInt(ItemSize::utf8).sum();
            case NS -> value.ns().stream().mapToInt(ItemSize::number).sum();
            case BS ->
                value.bs().stream()
                        .mapToInt(bytes -> bytes.asByteArrayUnsafe().length)
                        .sum();
            case L ->
                CONTAINER_BYTES
                        + value.l().stream()
                                .mapToInt(element -> 1 + bytes(element))
                                .sum();
            case M -> CONTAINER_BYTES + value.m().size() + bytes(value.m());
            case UNKNOWN_TO_SDK_VERSION ->
                throw new IllegalArgumentException("a value of a type that the SDK does not know");
        };
    }

    /** The units that one plain write of so many bytes consumes. */
    public static int writeUnits(int bytes) {
        return Math.max(1, (bytes + WRITE_UNIT_BYTES - 1) / WRITE_UNIT_BYTES);
    }

    private static int utf8(String text) {
        return text.getBytes(UTF_8).length;
    }

    private static int number(String text) {
        int digits = 0;
        int zeros = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 'e' || c == 'E') {
                break;
            }
            if (c == '0') {
                zeros++;
            } else if (c > '0' && c <= '9') {
                digits += digits == 0 ? 1 : zeros + 1;
                zeros = 0;
            }
        }
        return (digits + 1) / 2 + 1 + (text.startsWith("-") ? 1 : 0);
    }
}
