package dev.stator.core.expression;

import dev.stator.core.protocol.InputValue;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the legacy parameter AttributeUpdates; members are null where the request has none.
 *
 * @param action PUT where it is null
 */
public record AttributeUpdate(
        @Nullable InputValue value, @Nullable Action action) {
    /** What to do with the attribute. */
    public enum Action {
        ADD,
        PUT,
        DELETE
    }
}
