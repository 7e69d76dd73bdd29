package dev.stator.lifecycle.item;

import dev.stator.lifecycle.key.KeyException;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads single attributes that have to be there, or may be. */
public final class Attributes {
    private Attributes() {}

    /** The value of a string. */
    public static Optional<String> find(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        return value == null ? Optional.empty() : Optional.ofNullable(value.s());
    }

    /** The value of a string, empty if it is missing. */
    public static String textOrEmpty(Map<String, AttributeValue> item, String name) {
        return find(item, name).orElse("");
    }

    /**
     * The value of a string.
     *
     * @throws KeyException if it is missing
     */
    public static String text(Map<String, AttributeValue> item, String name) {
        return find(item, name).orElseThrow(() -> new KeyException("The item has no string " + name + "."));
    }

    /**
     * The value of a whole number.
     *
     * @throws KeyException if it is missing
     */
    public static long number(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        if (value == null || value.n() == null) {
            throw new KeyException("The item has no number " + name + ".");
        }
        return Long.parseLong(value.n());
    }

    /**
     * The bytes of a binary.
     *
     * @throws KeyException if it is missing
     */
    public static byte[] bytes(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        if (value == null || value.b() == null) {
            throw new KeyException("The item has no binary " + name + ".");
        }
        return value.b().asByteArray();
    }
}
