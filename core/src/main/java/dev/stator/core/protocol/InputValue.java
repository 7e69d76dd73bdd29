package dev.stator.core.protocol;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import org.jspecify.annotations.Nullable;

/**
 * A value as a request gave it; see {@link InputAttributes}.
 *
 * @param value   a malformed value is replaced by some value
 * @param problem what DynamoDB says of it, or null
 */
public record InputValue(AttributeValue value, @Nullable String problem) {
    /** Throws the problem, if there is one. */
    public void check() {
        if (problem != null) {
            throw ApiException.validation(problem);
        }
    }
}
