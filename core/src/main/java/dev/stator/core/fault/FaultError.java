package dev.stator.core.fault;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.CancellationReason;
import dev.stator.core.error.ErrorType;
import dev.stator.core.error.ThrottledException;
import dev.stator.core.error.ThrottlingReason;
import dev.stator.core.error.ThrottlingReason.Limit;
import dev.stator.core.error.TransactionCanceledException;
import dev.stator.core.table.TableArn;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An error that DynamoDB answers when the caller did nothing wrong.
 *
 * @param kind    which one
 * @param reasons of a throttling error its reasons, such as {@code TableWriteProvisionedThroughputExceeded}, where none means
 *                the one that fits the operation; of a cancelled transaction the codes of its actions, such as
 *                {@code TransactionConflict}, where missing ones mean {@code None}
 */
public record FaultError(Kind kind, List<String> reasons) {
    private static final Set<String> CANCELLATION_CODES = Set.of(
            "None",
            "ConditionalCheckFailed",
            "ItemCollectionSizeLimitExceeded",
            "TransactionConflict",
            "ProvisionedThroughputExceeded",
            "ThrottlingError",
            "ValidationError");

    public FaultError {
        reasons = List.copyOf(reasons);
        if (kind == Kind.TransactionCanceledException && !CANCELLATION_CODES.containsAll(reasons)) {
            throw new IllegalArgumentException(reasons + " are not all codes of cancellation reasons, which are "
                    + CANCELLATION_CODES.stream().sorted().toList());
        }
        if (kind == Kind.TransactionCanceledException && reasons.stream().allMatch(reason -> reason.equals("None"))) {
            throw new IllegalArgumentException("a transaction is cancelled for a reason: name a code that is not None");
        }
        if (!kind.hasReasons() && !reasons.isEmpty()) {
            throw new IllegalArgumentException(kind + " has no reasons");
        }
        if (kind.limit != null) {
            reasons.forEach(reason -> throttling(reason, ""));
        }
        if (kind.limit != null && !reasons.isEmpty() && kind != Kind.ProvisionedThroughputExceededException) {
            boolean isAccount = throttling(reasons.getFirst(), "").limit() == Limit.ACCOUNT;
            if (isAccount != (kind == Kind.RequestLimitExceeded)) {
                throw new IllegalArgumentException(reasons.getFirst() + " is no reason for " + kind);
            }
        }
    }

    public FaultError(Kind kind) {
        this(kind, List.of());
    }

    /** The errors, named as on the wire. */
    public enum Kind {
        InternalServerError(null),
        ProvisionedThroughputExceededException(Limit.PROVISIONED),
        RequestLimitExceeded(Limit.ACCOUNT),
        ThrottlingException(Limit.KEY_RANGE),
        TransactionCanceledException(null),
        TransactionConflictException(null);

        private final @Nullable Limit limit;

        /** @param limit of a throttling error the one that is exceeded where a rule names none */
        Kind(@Nullable Limit limit) {
            this.limit = limit;
        }

        private boolean hasReasons() {
            return limit != null || this == TransactionCanceledException;
        }
    }

    /** The answer to this request. */
    ApiException exception(Touched request, Session session) {
        return switch (kind) {
            case InternalServerError -> new ApiException(ErrorType.INTERNAL_SERVER_ERROR, "Internal server error");
            case ProvisionedThroughputExceededException, RequestLimitExceeded, ThrottlingException ->
                throttled(request, session);
            case TransactionCanceledException -> new TransactionCanceledException(cancellation(request));
            case TransactionConflictException ->
                new ApiException(ErrorType.TRANSACTION_CONFLICT, CancellationReason.CONFLICT.message());
        };
    }

    private ApiException throttled(Touched request, Session session) {
        String table = request.firstTable();
        if (table == null || kind.limit == null) {
            return new ApiException(ErrorType.THROTTLING, "Rate of requests exceeds the allowed throughput.");
        }
        String index = request.indexName();
        String arn = TableArn.of(table, session) + (index == null ? "" : "/index/" + index);
        List<ThrottlingReason> all = new ArrayList<>();
        reasons.forEach(reason -> all.add(throttling(reason, arn)));
        if (all.isEmpty()) {
            all.add(new ThrottlingReason(kind.limit, index != null, !request.isRead(), arn));
        }
        return new ThrottledException(kind == Kind.ProvisionedThroughputExceededException, all);
    }

    private static ThrottlingReason throttling(String text, String arn) {
        for (Limit limit : Limit.values()) {
            for (int i = 0; i < 4; i++) {
                ThrottlingReason reason = new ThrottlingReason(limit, (i & 1) != 0, (i & 2) != 0, arn);
                if (reason.reason().equals(text)) {
                    return reason;
                }
            }
        }
        throw new IllegalArgumentException(
                text + " is no reason for throttling, such as" + " TableWriteProvisionedThroughputExceeded");
    }

    private List<CancellationReason> cancellation(Touched request) {
        List<CancellationReason> all = new ArrayList<>();
        for (int i = 0; i < Math.max(reasons.size(), request.parts().size()); i++) {
            all.add(reason(i < reasons.size() ? reasons.get(i) : "None"));
        }
        return all;
    }

    private static CancellationReason reason(String code) {
        return switch (code) {
            case "None" -> CancellationReason.NONE;
            case "TransactionConflict" -> CancellationReason.CONFLICT;
            default -> new CancellationReason(code, textOf(code), null);
        };
    }

    private static @Nullable String textOf(String code) {
        return switch (code) {
            case "ConditionalCheckFailed" -> "The conditional request failed";
            case "ItemCollectionSizeLimitExceeded" -> "Collection size exceeded.";
            case "ProvisionedThroughputExceeded" -> throttlingText(true, Limit.PROVISIONED);
            case "ThrottlingError" -> throttlingText(false, Limit.KEY_RANGE);
            default -> null;
        };
    }

    private static @Nullable String throttlingText(boolean provisioned, Limit limit) {
        return new ThrottledException(provisioned, List.of(new ThrottlingReason(limit, false, true, ""))).getMessage();
    }

    @Override
    public String toString() {
        return reasons.isEmpty() ? kind.name() : kind + " " + reasons;
    }
}
