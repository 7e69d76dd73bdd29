package dev.stator.lifecycle.move;

import dev.stator.lifecycle.audit.LedgerHead;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.table.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Moves items from state to state. A move is one transaction: it is done as a whole or not at all, whoever else is at work.
 * Thread-safe.
 */
public final class Mover {
    private static final int TRIES_MAX = 8;

    private final Context context;
    private final MovePlanner planner;
    private final Transactions transactions;

    public Mover(Context context) {
        this.context = context;
        this.planner = new MovePlanner(context);
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
            return new Purger(context, planner, transactions).purge(request);
        }
        List<CancellationReason> reasons = List.of();
        MoveRequest expecting = request;
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            Optional<LifecycleItem> found = context.get(request.key());
            if (found.isEmpty()) {
                return gone(request);
            }
            MoveResult early = planner.check(expecting, found.get());
            if (early != null) {
                return early;
            }
            Optional<LifecycleItem> unmarked = planner.unmarked(found.get());
            if (unmarked.isEmpty()) {
                continue;
            }
            if (expecting.version() != null) {
                expecting = expecting.ifVersion(unmarked.get().version());
            }
            PlannedMove move = planner.plan(expecting, unmarked.get());
            if (move.isTooLarge()) {
                return new MoveResult.TooLarge(move.after().sizeBytes());
            }
            List<TransactWriteItem> actions = new ArrayList<>(move.actions());
            if (context.spec().hasHolds()) {
                actions.add(planner.noHoldOn(request.key().partition()));
            }
            reasons = transactions.send(actions, context.newId());
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
            refusal.throwUnexplained();
        }
        throw new Refusal(context.spec(), reasons).exception();
    }

    // A repetition of a move that was made long ago is known by the ledger.
    private MoveResult gone(MoveRequest request) {
        MoveResult lost = new MoveResult.Lost(request.key(), Optional.empty());
        if (!context.spec().isAudited()) {
            return lost;
        }
        String original = request.original();
        LedgerHead head = planner.head(
                request.key().partition(), original == null ? request.key().sort() : original);
        if (!head.move().equals(request.id()) || head.key().isEmpty()) {
            return lost;
        }
        return context.get(new ItemKey(request.key().partition(), head.key()))
                .<MoveResult>map(item -> new MoveResult.Moved(item, request.key(), request.id(), true))
                .orElse(lost);
    }
}
