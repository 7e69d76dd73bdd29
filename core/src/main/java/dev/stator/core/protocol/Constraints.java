package dev.stator.core.protocol;

import dev.stator.core.error.ApiException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the violations of a request's declared constraints and reports them together, as DynamoDB does: at most ten, in
 * the order of the checks.
 *
 * <p>A path names a member as DynamoDB does, with a small first letter: {@code keySchema.1.member.keyType}. All checks but
 * {@link #notNull} pass over null.
 */
public final class Constraints {
    private static final int REPORTED_MAX = 10;
    private static final String NAME_PATTERN = "[a-zA-Z0-9_.-]+";

    private final List<String> violations = new ArrayList<>();

    public Constraints notNull(String path, @Nullable Object value) {
        if (value == null) {
            add("null", path, "Member must not be null");
        }
        return this;
    }

    /** The name of a table, which may be its ARN. */
    public Constraints tableName(String path, @Nullable String value) {
        notNull(path, value);
        // DynamoDB: an empty name violates the ARN's constraint only (public suite, May 2026).
        if (value != null && (value.isEmpty() || value.startsWith("arn:"))) {
            return length(path, value, 1, 1024);
        }
        return name(path, value);
    }

    /** The name of a table or index, where an ARN is not accepted. */
    public Constraints name(String path, @Nullable String value) {
        if (value != null) {
            if (!isName(value)) {
                add("'" + value + "'", path, "Member must satisfy regular expression pattern: " + NAME_PATTERN);
            }
            length(path, value, 3, 255);
        }
        return this;
    }

    public Constraints oneOf(String path, @Nullable String value, String... allowed) {
        if (value != null && !isAmong(value, allowed)) {
            add("'" + value + "'", path, "Member must satisfy enum value set: [" + String.join(", ", allowed) + "]");
        }
        return this;
    }

    public Constraints length(String path, @Nullable String value, int min, int max) {
        if (value != null) {
            size(path, value, value.codePointCount(0, value.length()), min, max);
        }
        return this;
    }

    /** The number of elements, whose {@code toString} must be how DynamoDB prints them. */
    public Constraints length(String path, @Nullable Collection<?> value, int min, int max) {
        if (value != null) {
            size(path, value, value.size(), min, max);
        }
        return this;
    }

    /** The number of entries, whose {@code toString} must be how DynamoDB prints them. */
    public Constraints length(String path, @Nullable Map<?, ?> value, int min, int max) {
        if (value != null) {
            size(path, value, value.size(), min, max);
        }
        return this;
    }

    public Constraints atLeast(String path, @Nullable Number value, long min) {
        if (value != null && value.longValue() < min) {
            add("'" + value + "'", path, "Member must have value greater than or equal to " + min);
        }
        return this;
    }

    public Constraints atMost(String path, @Nullable Number value, long max) {
        if (value != null && value.longValue() > max) {
            add("'" + value + "'", path, "Member must have value less than or equal to " + max);
        }
        return this;
    }

    /** Adds a violation in DynamoDB's form; {@code shown} comes with its quotes. */
    public Constraints add(String shown, String path, String constraint) {
        violations.add("Value " + shown + " at '" + path + "' failed to satisfy constraint: " + constraint);
        return this;
    }

    /** Adds a violation that does not show its value. */
    public Constraints addUnshown(String path, String constraint) {
        violations.add("Value at '" + path + "' failed to satisfy constraint: " + constraint);
        return this;
    }

    /** A table name, or ARN, that is the key of a map. */
    public Constraints mapKey(String path, String key) {
        boolean arn = key.startsWith("arn:") && key.length() <= 1024;
        if (!arn && (!isName(key) || key.length() < 3 || key.length() > 255)) {
            add(
                    "'" + key + "'",
                    path,
                    "Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must"
                            + " have length greater than or equal to 3, Member must satisfy regular expression pattern: "
                            + NAME_PATTERN + "]");
        }
        return this;
    }

    /** Throws the gathered violations, if there are any. */
    public void check() {
        if (!violations.isEmpty()) {
            List<String> reported = violations.subList(0, Math.min(violations.size(), REPORTED_MAX));
            throw ApiException.validation(reported.size() + " validation error" + (reported.size() > 1 ? "s" : "")
                    + " detected: " + String.join("; ", reported));
        }
    }

    /** The value is made a text only if it is to be shown: it may be large. */
    private void size(String path, Object value, int size, int min, int max) {
        if (size < min) {
            add("'" + value + "'", path, "Member must have length greater than or equal to " + min);
        } else if (size > max) {
            add("'" + value + "'", path, "Member must have length less than or equal to " + max);
        }
    }

    private static boolean isAmong(String value, String[] allowed) {
        for (String one : allowed) {
            if (one.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean allowed = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '_'
                    || c == '.'
                    || c == '-';
            if (!allowed) {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
