package dev.stator.lifecycle.key;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;

/** The fields of a key, by the names of its template. */
public final class KeyFields {
    private final Map<String, Object> values;

    KeyFields(Map<String, Object> values) {
        this.values = Map.copyOf(values);
    }

    /** A text or a path. */
    public String text(String field) {
        return as(String.class, field);
    }

    /** A timestamp. */
    public Instant time(String field) {
        return as(Instant.class, field);
    }

    /** A number of digits. */
    public BigInteger number(String field) {
        return as(BigInteger.class, field);
    }

    /** Whether the template has the field. */
    public boolean has(String field) {
        return values.containsKey(field);
    }

    /** All of them: String, Instant and BigInteger. */
    public Map<String, Object> values() {
        return values;
    }

    private <T> T as(Class<T> type, String field) {
        Object value = values.get(field);
        if (value == null) {
            throw new KeyException("The key has no field " + field + ", only " + values.keySet() + ".");
        }
        if (!type.isInstance(value)) {
            throw new KeyException("The field " + field + " is no " + type.getSimpleName() + ".");
        }
        return type.cast(value);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
