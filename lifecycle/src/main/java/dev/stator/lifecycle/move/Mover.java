package dev.stator.lifecycle.move;

import dev.stator.lifecycle.audit.Ledger;
import dev.stator.lifecycle.audit.LedgerHead;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.spec.Trigger;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Moves items from state to state. A move is one transaction: it is done as a whole or not at all, whoever else is at work.
 * Thread-safe.
 */
public final class Mover {
    private static final int TRIES_MAX = 8;

    private final Context context;
    private final Rules rules;
    private final Ledger ledger;
    private final Transactions transactions;

    public Mover(Context context) {
        this.context = context;
        this.rules = new Rules(context.spec());
        this.ledger = new Ledger(context);
        this.transactions = new Transactions(context);
    }

    /**
     * Moves one item, all of its attributes along.
     *
     * <p>Units, for an item of n KB: 4 write units for each KB, and with audit about 2 for each KB more and 2 for the
     * ledger's head, and 1 to 2 strongly consistent reads.
     *
     * @throws TransitionNotAllowedException if the declaration does not allow it
     * @throws software.amazon.awssdk.core.exception.SdkException if the endpoint cannot be reached, refuses for another
     *     reason, or has no units for it for long
     */
    public MoveResult move(MoveRequest request) {
        if (request.to().equals(TransitionRule.PURGED)) {
            return new Purger(context, rules, transactions).purge(request);
        }
        List<CancellationReason> reasons = List.of();
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            Optional<LifecycleItem> found = context.get(request.key());
            if (found.isEmpty()) {
                return gone(request);
            }
            MoveResult early = check(request, found.get());
            if (early != null) {
                return early;
            }
            LedgerHead head = head(found.get());
            PlannedMove move = PlannedMove.of(context, request, found.get(), head);
            if (move.isTooLarge()) {
                return new MoveResult.TooLarge(move.after().sizeBytes());
            }
            List<TransactWriteItem> actions = new ArrayList<>(move.actions());
            if (context.spec().hasHolds()) {
                actions.add(noHoldOn(context, request.key().partition()));
            }
            reasons = transactions.send(actions, request.id() + (attempt == 0 ? "" : "-" + attempt));
            if (reasons.isEmpty()) {
                return move.done(false);
            }
            Refusal refusal = new Refusal(context.spec(), reasons);
            MoveResult result = refusal.of(move, 0);
            if (result == null && context.spec().hasHolds() && refusal.isRefused(actions.size() - 1)) {
                result = new MoveResult.OnHold(refusal.holds(actions.size() - 1));
            }
            if (result != null) {
                return result;
            }
            throwUnexplained(refusal, reasons);
        }
        throw canceled(reasons);
    }

    // A repetition of a move that was made long ago is known by the ledger, where the key tells whose ledger it is.
    private MoveResult gone(MoveRequest request) {
        MoveResult lost = new MoveResult.Lost(request.key(), Optional.empty());
        if (!context.spec().isAudited()) {
            return lost;
        }
        LedgerHead head = ledger.head(
                Companion.ledger(request.key().partition(), request.key().sort()));
        if (!head.move().equals(request.id()) || head.key().isEmpty()) {
            return lost;
        }
        return context.get(new ItemKey(request.key().partition(), head.key()))
                .<MoveResult>map(item -> new MoveResult.Moved(item, request.key(), request.id(), true))
                .orElse(lost);
    }

    /** What can be said without trying; null if nothing. */
    @Nullable
    MoveResult check(MoveRequest request, LifecycleItem item) {
        if (item.state().name().equals(request.to())
                && item.moveId().filter(request.id()::equals).isPresent()) {
            return new MoveResult.Moved(item, request.key(), request.id(), true);
        }
        rules.check(item.state().name(), request.to(), request.actor(), request.trigger());
        return refuse(context, request, item);
    }

    static @Nullable MoveResult refuse(Context context, MoveRequest request, LifecycleItem item) {
        Long version = request.version();
        if (version != null && version != item.version()) {
            return new MoveResult.Lost(request.key(), Optional.of(item));
        }
        if (request.trigger() == Trigger.RETENTION) {
            Instant due = item.dueAt().orElse(Instant.MAX);
            return due.isAfter(context.now()) ? new MoveResult.NotDue(due) : null;
        }
        return null;
    }

    @Nullable
    LedgerHead head(LifecycleItem item) {
        return context.spec().isAudited()
                ? ledger.head(Companion.ledger(item.key().partition(), item.identity()))
                : null;
    }

    /** The action that is refused if there is a hold on all that an owner has. */
    static TransactWriteItem noHoldOn(Context context, String partition) {
        return TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(context.spec().companion())
                        .key(Companion.key(Companion.ownerHold(partition), Companion.HOLD))
                        .conditionExpression("attribute_not_exists(pk)")
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    static void throwUnexplained(Refusal refusal, List<CancellationReason> reasons) {
        if (refusal.unexplained().isPresent()) {
            throw canceled(reasons);
        }
    }

    static DynamoDbException canceled(List<CancellationReason> reasons) {
        return TransactionCanceledException.builder()
                .message("The transaction was cancelled, again and again: "
                        + reasons.stream()
                                .map(reason ->
                                        reason.code() + (reason.message() == null ? "" : " (" + reason.message() + ")"))
                                .toList())
                .cancellationReasons(reasons)
                .build();
    }
}
