package dev.stator.lifecycle.move;

import dev.stator.lifecycle.audit.LedgerHead;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.key.KeyException;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Reads the reasons of a cancelled transaction: what they mean for each move in it. */
public final class Refusal {
    private static final String CONDITION = "ConditionalCheckFailed";
    // Somebody else was at work on one of the items, or the table is short of units: later it may work.
    private static final Set<String> PASSING =
            Set.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "AccessPatternThrottled");

    private final LifecycleSpec spec;
    private final List<CancellationReason> reasons;

    /** The reasons that a transaction was cancelled for. */
    public Refusal(LifecycleSpec spec, List<CancellationReason> reasons) {
        this.spec = spec;
        this.reasons = reasons;
    }

    private static boolean isNone(CancellationReason reason) {
        return reason.code() == null || reason.code().equals("None");
    }

    /**
     * Throws what no rule of this library explains, such as an item collection that is full.
     *
     * @throws TransactionCanceledException with the reasons
     */
    public void throwUnexplained() {
        boolean isExplained = reasons.stream()
                .allMatch(
                        reason -> isNone(reason) || CONDITION.equals(reason.code()) || PASSING.contains(reason.code()));
        if (!isExplained) {
            throw exception();
        }
    }

    /** The exception for a transaction that was tried in vain. */
    public DynamoDbException exception() {
        return TransactionCanceledException.builder()
                .message("The transaction was cancelled, again and again: "
                        + reasons.stream()
                                .map(reason ->
                                        reason.code() + (reason.message() == null ? "" : " (" + reason.message() + ")"))
                                .toList())
                .cancellationReasons(reasons)
                .build();
    }

    /** Whether the condition of the action in this place was not met. */
    public boolean isRefused(int action) {
        return action < reasons.size() && CONDITION.equals(reasons.get(action).code());
    }

    /**
     * What is final about a move.
     *
     * @param first the place of its first action
     * @return null if it may be tried again after another look
     */
    public @Nullable MoveResult of(PlannedMove move, int first) {
        Optional<LifecycleItem> atTarget = item(first + PlannedMove.PUT);
        boolean isOwn = atTarget.flatMap(LifecycleItem::moveId)
                .filter(id -> id.equals(move.request().id()))
                .isPresent();
        if (isRefused(first + PlannedMove.PUT) && isOwn) {
            // An earlier attempt whose answer was lost for longer than DynamoDB remembers its token.
            return move.done(true);
        }
        if (isRefused(first + PlannedMove.DELETE)) {
            Optional<LifecycleItem> now = item(first + PlannedMove.DELETE);
            boolean mayChange = move.request().version() == null && now.isPresent();
            return mayChange ? null : new MoveResult.Lost(move.before().key(), now);
        }
        if (isRefused(first + PlannedMove.PUT)) {
            return new MoveResult.TargetTaken(move.target());
        }
        if (move.hasLedger() && isRefused(first + PlannedMove.HEAD)) {
            Map<String, String> holds = holds(first + PlannedMove.HEAD);
            return holds.isEmpty() ? null : new MoveResult.OnHold(holds);
        }
        return null;
    }

    /** The holds that an action met. */
    public Map<String, String> holds(int action) {
        CancellationReason reason = reasons.get(action);
        return reason.hasItem() ? LedgerHead.holds(reason.item()) : Map.of();
    }

    private Optional<LifecycleItem> item(int action) {
        CancellationReason reason = reasons.get(action);
        if (!reason.hasItem() || reason.item().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LifecycleItem.of(spec, reason.item()));
        } catch (KeyException e) {
            return Optional.empty();
        }
    }
}
