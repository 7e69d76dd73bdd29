package dev.stator.lifecycle.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * The order in which DynamoDB has strings: by their UTF-8 bytes. {@link String#compareTo} is another order, that of UTF-16,
 * and disagrees where characters beyond U+FFFF meet those from U+E000 on.
 */
public final class Utf8Order {
    /** Compares as DynamoDB does. */
    public static final Comparator<String> COMPARATOR = Utf8Order::compare;

    private Utf8Order() {}

    /** Negative, zero or positive, as {@code a} comes before, with or after {@code b} in DynamoDB. */
    public static int compare(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));
    }

    /** How many bytes the string has in a key. */
    public static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }

    /**
     * The smallest string that comes after every string with this prefix, or none if there is no such string. Appending a
     * character that seems the highest, such as U+FFFF, is not that: U+10FFFF comes after it.
     */
    public static Optional<String> afterPrefix(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int last = prefix.codePointBefore(end);
            int start = end - Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                // There are no characters in the surrogates' range; the next one after U+D7FF is U+E000.
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return Optional.of(prefix.substring(0, start) + Character.toString(next));
            }
            end = start;
        }
        return Optional.empty();
    }
}
