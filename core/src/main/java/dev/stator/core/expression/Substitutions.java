package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.ItemSize;
import dev.stator.core.protocol.InputAttributes;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ExpressionAttributeNames and ExpressionAttributeValues of one request, which remember what of them the expressions
 * used. Not for use by several threads.
 *
 * <p>A request calls {@link #check}, parses its expressions, and calls {@link #checkAllUsed}, in DynamoDB's order.
 */
public final class Substitutions {
    /**
     * The longest key, with its first character.
     *
     * @see <a
     *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters">Expression
     *     parameters</a>
     */
    private static final int KEY_BYTES_MAX = 255;
    /** The longest name of an attribute; DynamoDB takes less than the 64 KB that it documents. */
    private static final int NAME_BYTES_MAX = 65_535;
    /** The most that names and values may have together; see the same page. */
    private static final int TOTAL_BYTES_MAX = 2 * 1024 * 1024;

    private final @Nullable Map<String, String> names;
    private final @Nullable InputAttributes input;
    private final @Nullable Map<String, AttributeValue> values;
    private final Set<String> used = new HashSet<>();

    /** The parameters as the request gave them, null where it did not. */
    public Substitutions(@Nullable Map<String, String> names, @Nullable InputAttributes values) {
        this.names = names;
        this.input = values;
        this.values = values == null ? null : values.values();
    }

    /** The parameters of a request whose values are known to be well formed, null where it has none. */
    public static Substitutions of(@Nullable Map<String, String> names, @Nullable Map<String, AttributeValue> values) {
        return new Substitutions(names, values == null ? null : new InputAttributes(values, null, null));
    }

    /**
     * Checks names and values by themselves: keys, then what they stand for.
     *
     * @throws ApiException a ValidationException with the first problem
     */
    public void check() {
        if (names != null) {
            checkKeys("ExpressionAttributeNames", '#', names.keySet());
            names.forEach(Substitutions::checkName);
        }
        if (values != null) {
            checkKeys("ExpressionAttributeValues", ':', values.keySet());
        }
        if (input != null && input.problem() != null) {
            throw ApiException.validation("ExpressionAttributeValues contains invalid value: " + input.problem()
                    + " for key " + input.problemName());
        }
        checkSize();
    }

    private static void checkKeys(String parameter, char first, Collection<String> keys) {
        if (keys.isEmpty()) {
            throw ApiException.validation(parameter + " must not be empty");
        }
        for (String key : keys) {
            int bytes = ItemSize.utf8Bytes(key);
            if (bytes > KEY_BYTES_MAX) {
                throw ApiException.validation(parameter
                        + " contains invalid key: The expression attribute map contains a key that is too long;"
                        + (first == '#' ? " size of key: " + bytes : ""));
            }
            if (!isReference(key, first)) {
                throw ApiException.validation(parameter + " contains invalid key: Syntax error; key: \"" + key + "\"");
            }
        }
    }

    private static boolean isReference(String key, char first) {
        return key.length() > 1
                && key.charAt(0) == first
                && key.chars().skip(1).allMatch(c -> Scanner.isWordPart((char) c));
    }

    private static void checkName(String key, String name) {
        if (name.isEmpty()) {
            throw ApiException.validation(
                    "ExpressionAttributeNames contains invalid value: Empty attribute name for key " + key);
        }
        if (ItemSize.utf8Bytes(name) > NAME_BYTES_MAX) {
            throw ApiException.validation(
                    "ExpressionAttributeNames contains invalid value: Attribute name is too large,"
                            + " must be less than " + (NAME_BYTES_MAX + 1) + " bytes for key " + key);
        }
    }

    private void checkSize() {
        long bytes = 0;
        if (names != null) {
            for (Map.Entry<String, String> name : names.entrySet()) {
                bytes += ItemSize.utf8Bytes(name.getKey()) + ItemSize.utf8Bytes(name.getValue());
            }
        }
        if (values != null) {
            bytes += ItemSize.of(values);
        }
        if (bytes > TOTAL_BYTES_MAX) {
            // The limit is documented; DynamoDB's text for it is not known to us.
            throw ApiException.validation(
                    "ExpressionAttributeNames and ExpressionAttributeValues have exceeded the maximum"
                            + " allowed size; size: " + bytes);
        }
    }

    /** The attribute name behind {@code #name}, or null where it is not defined. */
    @Nullable
    String name(String reference) {
        used.add(reference);
        return names == null ? null : names.get(reference);
    }

    /** The value behind {@code :value}, or null where it is not defined. */
    @Nullable
    AttributeValue value(String reference) {
        used.add(reference);
        return values == null ? null : values.get(reference);
    }

    /**
     * Refuses what no expression used, names first.
     *
     * @throws ApiException a ValidationException that lists the keys
     */
    public void checkAllUsed() {
        checkUsed("ExpressionAttributeNames", names);
        checkUsed("ExpressionAttributeValues", values);
    }

    private void checkUsed(String parameter, @Nullable Map<String, ?> given) {
        if (given == null || used.containsAll(given.keySet())) {
            return;
        }
        throw ApiException.validation("Value provided in " + parameter + " unused in expressions: keys: {"
                + String.join(
                        ", ",
                        given.keySet().stream()
                                .filter(key -> !used.contains(key))
                                .toList())
                + "}");
    }
}
