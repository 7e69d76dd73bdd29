package dev.stator.core.protocol;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Attributes as a request gave them, with the first thing that is wrong with a value; whoever uses them throws that where
 * it belongs in the order of checks.
 *
 * @param values      by name, in request order; a malformed value is replaced by some value
 * @param problemName the attribute whose value is malformed, or null
 * @param problem     what DynamoDB says of it, or null
 */
public record InputAttributes(
        Map<String, AttributeValue> values,
        @Nullable String problemName,
        @Nullable String problem) {
    public static final InputAttributes EMPTY = new InputAttributes(Map.of(), null, null);

    /** Throws the problem, if there is one. */
    public void check() {
        if (problem != null) {
            throw ApiException.validation(problem);
        }
    }
}
