package dev.stator.core.error;

import dev.stator.core.item.Item;
import dev.stator.core.protocol.JsonWriter;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a write did not hold; carries the item as it was where ReturnValuesOnConditionCheckFailure asked for
 * it.
 */
public final class ConditionalCheckFailedException extends ApiException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // errors are written as JSON, never serialized
    private final @Nullable Item item;

    public ConditionalCheckFailedException(@Nullable Item item) {
        super(ErrorType.CONDITIONAL_CHECK_FAILED, "The conditional request failed");
        this.item = item;
    }

    /** The item as it was, or null where there was none or the request did not ask for it. */
    public @Nullable Item item() {
        return item;
    }

    @Override
    void writeMembers(JsonWriter out) {
        if (item != null) {
            out.field("Item").attributes(item);
        }
    }
}
