package dev.stator.core.error;

import dev.stator.core.protocol.JsonWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Nothing of a transaction was carried out; has a reason for each of its actions, in their order. */
public final class TransactionCanceledException extends ApiException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // errors are written as JSON, never serialized
    private final List<CancellationReason> reasons;

    public TransactionCanceledException(List<CancellationReason> reasons) {
        super(
                ErrorType.TRANSACTION_CANCELED,
                reasons.stream()
                        .map(CancellationReason::code)
                        .collect(Collectors.joining(
                                ", ",
                                "Transaction cancelled, please refer cancellation reasons for specific reasons [",
                                "]")));
        this.reasons = List.copyOf(reasons);
    }

    /** Throws if one of the reasons is one. */
    public static void check(List<CancellationReason> reasons) {
        if (!reasons.stream().allMatch(CancellationReason::isNone)) {
            throw new TransactionCanceledException(reasons);
        }
    }

    public List<CancellationReason> reasons() {
        return reasons;
    }

    @Override
    void writeMembers(JsonWriter out) {
        out.field("CancellationReasons").beginArray();
        reasons.forEach(reason -> reason.write(out));
        out.endArray();
    }
}
