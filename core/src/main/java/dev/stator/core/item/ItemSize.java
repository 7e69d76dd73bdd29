package dev.stator.core.item;

import dev.stator.core.error.ApiException;
import java.util.Collection;
import java.util.Map;

/**
 * DynamoDB's item size: UTF-8 names plus values, where a number counts two digits a byte, a list or map three bytes and one
 * more for each element.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">Item sizes
 *     and formats</a>
 */
public final class ItemSize {
    /** The largest item, 400 KB. */
    public static final int ITEM_BYTES_MAX = 400 * 1024;

    /** The most that the items of one transaction may have together, 4 MB. */
    public static final int TRANSACTION_BYTES_MAX = 4 << 20;

    /** What true, false and null count. */
    static final int CONSTANT_BYTES = 1;

    private static final int CONTAINER_BYTES = 3;
    private static final int ELEMENT_BYTES = 1;

    /** The most bytes that UTF-8 takes for a {@code char}: surrogates take four for two. */
    private static final int UTF8_BYTES_MAX = 3;

    /** The most bytes of a number: 38 digits at an odd place, and a sign. */
    private static final int NUMBER_BYTES_MAX = 22;

    private ItemSize() {}

    /** Bytes of all names and values. */
    public static int of(Map<String, AttributeValue> attributes) {
        int bytes = 0;
        for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
            bytes += of(attribute.getKey(), attribute.getValue());
        }
        return bytes;
    }

    /** Whether an item is larger than {@link #ITEM_BYTES_MAX}. */
    public static boolean isTooLarge(Map<String, AttributeValue> attributes) {
        // Few items come near the limit, so that strings need not be looked through.
        return atMost(attributes) > ITEM_BYTES_MAX && of(attributes) > ITEM_BYTES_MAX;
    }

    /** A number that {@link #of(Map)} does not exceed, found without looking into strings: at most three times as large. */
    public static int atMost(Map<String, AttributeValue> attributes) {
        int bytes = 0;
        for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
            bytes += UTF8_BYTES_MAX * attribute.getKey().length() + atMost(attribute.getValue());
        }
        return bytes;
    }

    private static int atMost(AttributeValue value) {
        return switch (value) {
            case AttributeValue.S s -> UTF8_BYTES_MAX * s.value().length();
            case AttributeValue.N ignored -> NUMBER_BYTES_MAX;
            case AttributeValue.L list -> ofContainer(list.value().size()) + atMost(list.value());
            case AttributeValue.M map -> ofContainer(map.value().size()) + atMost(map.value());
            case AttributeValue.SetValue set -> atMost(set.members());
            default -> of(value);
        };
    }

    private static int atMost(Collection<? extends AttributeValue> values) {
        int bytes = 0;
        for (AttributeValue value : values) {
            bytes += atMost(value);
        }
        return bytes;
    }

    /** Throws if the items of one transaction are too large together. */
    public static void checkTransaction(long bytes) {
        if (bytes > TRANSACTION_BYTES_MAX) {
            // DynamoDB: the repetition is its own.
            String text = "Transaction payload size cannot exceed 4MB. Payload Size: ";
            throw ApiException.validation(text + ": " + text + bytes);
        }
    }

    /** Bytes of one name with its value. */
    public static int of(String name, AttributeValue value) {
        return utf8Bytes(name) + of(value);
    }

    /** Bytes of a value. */
    public static int of(AttributeValue value) {
        return switch (value) {
            case AttributeValue.S s -> utf8Bytes(s.value());
            case AttributeValue.N n -> of(n.value());
            case AttributeValue.B b -> b.value().length;
            case AttributeValue.Bool ignored -> CONSTANT_BYTES;
            case AttributeValue.Null ignored -> CONSTANT_BYTES;
            case AttributeValue.SetValue set -> sum(set.members());
            case AttributeValue.L list -> ofContainer(list.value().size()) + sum(list.value());
            case AttributeValue.M map -> ofContainer(map.value().size()) + of(map.value());
        };
    }

    /** What a list or a map counts beside its elements. */
    static int ofContainer(int elements) {
        return CONTAINER_BYTES + ELEMENT_BYTES * elements;
    }

    /** Length of a string in UTF-8, without encoding it. */
    public static int utf8Bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes += 1;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }

    // DynamoDB: one byte, one for each pair of decimal digits between the first and the last digit that is not zero,
    // where
    // the pairs are counted from the decimal point, and one for a minus sign. 120 and 0.012 both take two pairs, 01|20.
    static int of(DynamoNumber number) {
        String text = number.text();
        boolean negative = text.charAt(0) == '-';
        int point = text.indexOf('.');
        int integerEnd = point < 0 ? text.length() : point;
        int first = Integer.MAX_VALUE;
        int last = Integer.MIN_VALUE;
        for (int i = negative ? 1 : 0; i < text.length(); i++) {
            if (i != point && text.charAt(i) != '0') {
                // Distance from the point: 0 for the units, -1 for the tenths.
                int power = i < integerEnd ? integerEnd - 1 - i : integerEnd - i;
                int pair = -Math.floorDiv(power, 2);
                first = Math.min(first, pair);
                last = Math.max(last, pair);
            }
        }
        int pairs = first > last ? 0 : last - first + 1;
        return 1 + pairs + (negative ? 1 : 0);
    }

    private static int sum(Collection<? extends AttributeValue> values) {
        int bytes = 0;
        for (AttributeValue value : values) {
            bytes += of(value);
        }
        return bytes;
    }
}
