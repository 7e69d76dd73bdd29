package dev.stator.core.error;

import dev.stator.core.protocol.JsonWriter;

/**
 * One limit of a table or index that a request would have to exceed.
 *
 * @param limit    which one
 * @param isIndex  whether it is a global index's
 * @param isWrite  whether it limits writes
 * @param resource the ARN of the table or index
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html">ThrottlingReason</a>
 */
public record ThrottlingReason(Limit limit, boolean isIndex, boolean isWrite, String resource) {
    /** The limits, by their names in the reason. */
    public enum Limit {
        PROVISIONED("ProvisionedThroughputExceeded"),
        MAX_ON_DEMAND("MaxOnDemandThroughputExceeded"),
        ACCOUNT("AccountLimitExceeded"),
        KEY_RANGE("KeyRangeThroughputExceeded");

        private final String wireName;

        Limit(String wireName) {
            this.wireName = wireName;
        }
    }

    /** One of the API's sixteen reasons, such as {@code TableReadProvisionedThroughputExceeded}. */
    public String reason() {
        return (isIndex ? "Index" : "Table") + (isWrite ? "Write" : "Read") + limit.wireName;
    }

    void write(JsonWriter out) {
        out.beginObject();
        out.field("reason").string(reason());
        out.field("resource").string(resource);
        out.endObject();
    }
}
