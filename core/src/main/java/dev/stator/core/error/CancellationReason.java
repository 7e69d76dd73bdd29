package dev.stator.core.error;

import dev.stator.core.item.Item;
import dev.stator.core.protocol.JsonWriter;
import org.jspecify.annotations.Nullable;

/**
 * Why one action cancelled its transaction, or {@link #NONE} where it did not.
 *
 * @param message null for none
 * @param item    the item as it was, where ReturnValuesOnConditionCheckFailure asked for it
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CancellationReason.html">CancellationReason</a>
 */
public record CancellationReason(
        String code, @Nullable String message, @Nullable Item item) {
    private static final String UNITS_EXCEEDED = "ProvisionedThroughputExceeded";
    private static final String THROTTLED = "ThrottlingError";

    public static final CancellationReason NONE = new CancellationReason("None", null, null);
    public static final CancellationReason CONFLICT =
            new CancellationReason("TransactionConflict", "Transaction is ongoing for the item", null);

    /** What the error of one action means for its transaction; throws those that end the whole request by themselves. */
    public static CancellationReason of(ApiException error) {
        if (error instanceof EmptyKeyException) {
            throw error;
        }
        return switch (error.type()) {
            case CONDITIONAL_CHECK_FAILED ->
                new CancellationReason(
                        "ConditionalCheckFailed",
                        error.getMessage(),
                        error instanceof ConditionalCheckFailedException failed ? failed.item() : null);
            case DUPLICATE_ITEM -> new CancellationReason("DuplicateItem", error.getMessage(), null);
            case ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED ->
                new CancellationReason("ItemCollectionSizeLimitExceeded", error.getMessage(), null);
            case PROVISIONED_THROUGHPUT_EXCEEDED -> new CancellationReason(UNITS_EXCEEDED, error.getMessage(), null);
            case THROTTLING, REQUEST_LIMIT_EXCEEDED -> new CancellationReason(THROTTLED, error.getMessage(), null);
            case VALIDATION -> new CancellationReason("ValidationError", error.getMessage(), null);
            default -> throw error;
        };
    }

    /** Whether the action would have been carried out. */
    public boolean isNone() {
        return equals(NONE);
    }

    /** Whether the action has to wait for units. */
    public boolean isThrottled() {
        return code.equals(UNITS_EXCEEDED) || code.equals(THROTTLED);
    }

    void write(JsonWriter out) {
        out.beginObject();
        out.field("Code").string(code);
        if (message != null) {
            out.field("Message").string(message);
        }
        if (item != null) {
            out.field("Item").attributes(item);
        }
        out.endObject();
    }
}
