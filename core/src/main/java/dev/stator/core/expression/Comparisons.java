package dev.stator.core.expression;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.DynamoNumber;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What conditions ask about values. */
final class Comparisons {
    private Comparisons() {}

    /** Whether an order is defined between the two: both are strings, numbers or bytes. */
    static boolean areOrdered(AttributeValue left, AttributeValue right) {
        return left.type() == right.type() && isOrdered(left.type());
    }

    /** Whether values of this type have an order. */
    static boolean isOrdered(AttributeValue.Type type) {
        return type == AttributeValue.Type.S || type == AttributeValue.Type.N || type == AttributeValue.Type.B;
    }

    /** Compares strings by their UTF-8 bytes, numbers by value, bytes as unsigned. Requires: {@link #areOrdered}. */
    static int order(AttributeValue left, AttributeValue right) {
        if (left instanceof AttributeValue.S one && right instanceof AttributeValue.S two) {
            return utf8Order(one.value(), two.value());
        }
        if (left instanceof AttributeValue.N one && right instanceof AttributeValue.N two) {
            return one.value().compareTo(two.value());
        }
        if (left instanceof AttributeValue.B one && right instanceof AttributeValue.B two) {
            return Arrays.compareUnsigned(one.value(), two.value());
        }
        throw new IllegalArgumentException("no order between " + left.typeName() + " and " + right.typeName());
    }

    // UTF-8 orders by code point. UTF-16 does too, except that surrogates come before U+E000 to U+FFFF.
    private static int utf8Order(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int i = 0; i < common; i++) {
            char one = left.charAt(i);
            char two = right.charAt(i);
            if (one != two) {
                boolean surrogates = Character.isSurrogate(one) != Character.isSurrogate(two);
                if (surrogates && one >= Character.MIN_SURROGATE && two >= Character.MIN_SURROGATE) {
                    return Character.isSurrogate(one) ? 1 : -1;
                }
                return Character.compare(one, two);
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    /** Whether a string or bytes begin with others. */
    static boolean beginsWith(AttributeValue value, AttributeValue prefix) {
        if (value instanceof AttributeValue.S whole && prefix instanceof AttributeValue.S part) {
            return whole.value().startsWith(part.value());
        }
        if (value instanceof AttributeValue.B whole && prefix instanceof AttributeValue.B part) {
            return isAt(whole.value(), 0, part.value());
        }
        return false;
    }

    /** Whether a string or bytes have others within, or a set or list has a member. */
    static boolean contains(AttributeValue value, AttributeValue part) {
        return switch (value) {
            case AttributeValue.S whole ->
                part instanceof AttributeValue.S text && whole.value().contains(text.value());
            case AttributeValue.B whole ->
                part instanceof AttributeValue.B bytes && isWithin(whole.value(), bytes.value());
            case AttributeValue.SetValue set -> set.members().contains(part);
            case AttributeValue.L list -> list.value().contains(part);
            default -> false;
        };
    }

    private static boolean isWithin(byte[] whole, byte[] part) {
        for (int start = 0; start <= whole.length - part.length; start++) {
            if (isAt(whole, start, part)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAt(byte[] whole, int start, byte[] part) {
        return start + part.length <= whole.length
                && Arrays.equals(whole, start, start + part.length, part, 0, part.length);
    }

    /** What size() says: characters, bytes or elements; null for what has no size. */
    static AttributeValue.@Nullable N size(AttributeValue value) {
        int size;
        switch (value) {
            // DynamoDB: UTF-16 code units; "é𝄞" has size 3.
            case AttributeValue.S text -> size = text.value().length();
            case AttributeValue.B bytes -> size = bytes.value().length;
            case AttributeValue.SetValue set -> size = set.members().size();
            case AttributeValue.L list -> size = list.value().size();
            case AttributeValue.M map -> size = map.value().size();
            default -> {
                return null;
            }
        }
        return new AttributeValue.N(DynamoNumber.of(BigDecimal.valueOf(size)));
    }
}
