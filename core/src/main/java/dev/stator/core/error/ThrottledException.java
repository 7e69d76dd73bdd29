package dev.stator.core.error;

import dev.stator.core.protocol.JsonWriter;
import java.util.List;

/** A table or index has no units left for a request, which the client may repeat a little later. */
public final class ThrottledException extends ApiException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // errors are written as JSON, never serialized
    private final List<ThrottlingReason> reasons;

    /**
     * @param provisioned whether the table has provisioned throughput
     * @param reasons     at least one; the first decides on the kind of error
     */
    public ThrottledException(boolean provisioned, List<ThrottlingReason> reasons) {
        super(type(provisioned, reasons.getFirst()), message(provisioned, reasons.getFirst()));
        this.reasons = List.copyOf(reasons);
    }

    private static ErrorType type(boolean provisioned, ThrottlingReason first) {
        if (provisioned) {
            return ErrorType.PROVISIONED_THROUGHPUT_EXCEEDED;
        }
        return first.limit() == ThrottlingReason.Limit.ACCOUNT
                ? ErrorType.REQUEST_LIMIT_EXCEEDED
                : ErrorType.THROTTLING;
    }

    private static String message(boolean provisioned, ThrottlingReason first) {
        if (provisioned) {
            // DynamoDB: the second sentence of the one has a full stop, that of the other has none.
            return first.isIndex()
                    ? "The level of configured provisioned throughput for one or more global secondary indexes of the"
                            + " table was exceeded. Consider increasing your provisioning level for the"
                            + " under-provisioned global secondary indexes with the UpdateTable API"
                    : "The level of configured provisioned throughput for the table was exceeded. Consider increasing"
                            + " your provisioning level with the UpdateTable API.";
        }
        return switch (first.limit()) {
            case MAX_ON_DEMAND -> "Throughput exceeds the maximum OnDemandThroughput configured on table or index";
            case ACCOUNT ->
                "Throughput exceeds the current throughput limit for your account. To request a limit increase, contact"
                        + " AWS Support at https://aws.amazon.com/support.";
            default ->
                first.isIndex()
                        ? "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is"
                                + " automatically scaling your index so please try again shortly."
                        : "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically"
                                + " scaling your table or index so please try again shortly. If exceptions persist, check"
                                + " if you have a hot key:"
                                + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";
        };
    }

    /** What was exceeded. */
    public List<ThrottlingReason> reasons() {
        return reasons;
    }

    @Override
    void writeMembers(JsonWriter out) {
        // DynamoDB: of the three errors, the one that is coral's own spells the member with a small letter.
        out.field(type() == ErrorType.THROTTLING ? "throttlingReasons" : "ThrottlingReasons")
                .beginArray();
        reasons.forEach(reason -> reason.write(out));
        out.endArray();
    }
}
