package dev.stator.lifecycle.cascade;

import dev.stator.lifecycle.audit.LedgerHead;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.key.KeyException;
import dev.stator.lifecycle.move.MovePlanner;
import dev.stator.lifecycle.move.MoveRequest;
import dev.stator.lifecycle.move.MoveResult;
import dev.stator.lifecycle.move.PlannedMove;
import dev.stator.lifecycle.move.Refusal;
import dev.stator.lifecycle.move.Transactions;
import dev.stator.lifecycle.move.TransitionNotAllowedException;
import dev.stator.lifecycle.spec.Trigger;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * One step of a cascade: a transaction that moves as many of the next members as fit, writes what came of them, and makes the
 * cascade that much further. A member that cannot be moved is left out, with the reason.
 */
final class SagaStep {
    private static final int TRIES_MAX = 12;
    // Progress, outcome, plan, and the list of what is not done.
    private static final int OWN_ACTIONS_MAX = 4;
    private static final int ID_CHARS = 32;

    private final Context context;
    private final MovePlanner planner;
    private final SagaStore store;
    private final Map<Integer, String> skipped = new HashMap<>();

    SagaStep(Context context, MovePlanner planner, SagaStore store) {
        this.context = context;
        this.planner = planner;
        this.store = store;
    }

    /**
     * Makes the step that begins at {@code head.next()}.
     *
     * @param row    the members of the row in which that is
     * @param unsaved whether the plan has this one row, and is stored along
     * @return the head afterwards; null if somebody else has gone on with the cascade, so that it has to be looked at anew
     */
    @Nullable
    SagaHead make(SagaHead head, List<Member> row, boolean unsaved) {
        List<CancellationReason> reasons = List.of();
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            Draft draft = draft(head, row);
            SagaHead after = head.at(draft.end);
            List<TransactWriteItem> actions = new ArrayList<>();
            draft.moves.values().forEach(move -> actions.addAll(move.actions()));
            Set<String> owners = new LinkedHashSet<>();
            if (context.spec().hasHolds()) {
                draft.moves
                        .values()
                        .forEach(move -> owners.add(move.before().key().partition()));
                owners.forEach(owner -> actions.add(planner.noHoldOn(owner)));
            }
            int progressAt = actions.size();
            actions.addAll(unsaved ? store.storing(after, row) : List.of(store.progress(head, after)));
            actions.add(store.outcome(head.id(), head.next(), draft.moved(), draft.skips(row)));
            if (!unsaved && !after.isRunning()) {
                actions.add(store.unlisted(head.id()));
            }
            reasons = new Transactions(context).send(actions, context.newId());
            if (reasons.isEmpty()) {
                return after;
            }
            Refusal refusal = new Refusal(context.spec(), reasons);
            if (refusal.isRefused(progressAt)) {
                return null;
            }
            int ownersAt = progressAt - owners.size();
            learn(refusal, draft, List.copyOf(owners), ownersAt);
            refusal.throwUnexplained();
        }
        throw new Refusal(context.spec(), reasons).exception();
    }

    private void learn(Refusal refusal, Draft draft, List<String> owners, int ownersAt) {
        int first = 0;
        for (Map.Entry<Integer, PlannedMove> one : draft.moves.entrySet()) {
            MoveResult result = refusal.of(one.getValue(), first);
            int owner = owners.indexOf(one.getValue().before().key().partition());
            if (result == null && owner >= 0 && refusal.isRefused(ownersAt + owner)) {
                result = new MoveResult.OnHold(refusal.holds(ownersAt + owner));
            }
            if (result != null) {
                skipped.put(one.getKey(), words(result));
            }
            first += one.getValue().actions().size();
        }
    }

    private Draft draft(SagaHead head, List<Member> row) {
        Draft draft = new Draft();
        int rowStart = head.next() / SagaStore.ROW_MEMBERS * SagaStore.ROW_MEMBERS;
        int actions = OWN_ACTIONS_MAX;
        int bytes = 0;
        int at = head.next();
        for (; at < Math.min(head.total(), rowStart + row.size()); at++) {
            if (skipped.containsKey(at)) {
                draft.skipped.put(at, skipped.get(at));
                continue;
            }
            Optional<PlannedMove> planned = plan(head, row.get(at - rowStart), at, draft);
            if (planned.isEmpty()) {
                continue;
            }
            PlannedMove move = planned.get();
            // One more for the hold of an owner, who may be another one for each member.
            int more = move.actions().size() + (context.spec().hasHolds() ? 1 : 0);
            boolean isFull = actions + more > Transactions.ACTIONS_MAX || bytes + move.bytes() > Transactions.BYTES_MAX;
            // A transaction touches nothing twice. Items that meet in a key or a ledger go one after the other.
            if ((isFull && !draft.moves.isEmpty()) || !Collections.disjoint(draft.touched, move.touched())) {
                break;
            }
            draft.moves.put(at, move);
            draft.touched.addAll(move.touched());
            actions += more;
            bytes += move.bytes();
        }
        draft.end = at;
        return draft;
    }

    private Optional<PlannedMove> plan(SagaHead head, Member member, int number, Draft draft) {
        Optional<LifecycleItem> found;
        try {
            found = find(head, member);
        } catch (KeyException e) {
            draft.skipped.put(number, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        if (found.isEmpty()) {
            draft.skipped.put(number, "it is not there");
            return Optional.empty();
        }
        LifecycleItem item = found.get();
        boolean isPart = item.deletionId().filter(head.undoes()::equals).isPresent();
        if (head.isRestore() && !isPart) {
            draft.skipped.put(number, "it is no longer part of the deletion: it was restored or moved since");
            return Optional.empty();
        }
        MoveRequest request = new MoveRequest(
                item.key(),
                head.to(),
                head.actor(),
                head.reason(),
                Trigger.CALL,
                null,
                Companion.sha256(head.id() + "|" + number).substring(0, ID_CHARS),
                head.isRestore() ? null : head.id(),
                null,
                null);
        try {
            MoveResult early = planner.check(request, item);
            if (early != null) {
                draft.skipped.put(number, words(early));
                return Optional.empty();
            }
        } catch (TransitionNotAllowedException e) {
            draft.skipped.put(number, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        Optional<LifecycleItem> unmarked = planner.unmarked(item);
        if (unmarked.isEmpty()) {
            // Somebody else has changed it in this moment.
            return plan(head, member, number, draft);
        }
        PlannedMove move = planner.plan(request, unmarked.get());
        if (move.isTooLarge()) {
            draft.skipped.put(number, words(new MoveResult.TooLarge(move.after().sizeBytes())));
            return Optional.empty();
        }
        return Optional.of(move);
    }

    // A job may have moved it on since it was deleted; its ledger knows where to.
    private Optional<LifecycleItem> find(SagaHead head, Member member) {
        Optional<LifecycleItem> found = context.get(member.key());
        if (found.isPresent() || !head.isRestore() || !context.spec().isAudited()) {
            return found;
        }
        LedgerHead ledger = planner.head(member.key().partition(), member.identity());
        return ledger.key().isEmpty()
                ? Optional.empty()
                : context.get(new ItemKey(member.key().partition(), ledger.key()));
    }

    private static String words(MoveResult result) {
        return switch (result) {
            case MoveResult.Lost lost ->
                lost.now().isPresent()
                        ? "somebody else changed it at the same time"
                        : "somebody else was first, and it is no longer there";
            case MoveResult.TargetTaken taken ->
                "its key is taken: " + taken.target().sort();
            case MoveResult.OnHold held -> "it is on hold: " + held.holds();
            case MoveResult.NotDue due -> "not before " + due.until();
            case MoveResult.TooLarge large -> "it would have " + large.bytes() + " bytes";
            case MoveResult.Moved moved -> "it is there already";
            case MoveResult.Purged purged -> "it was purged";
        };
    }

    /** What a step is going to do. */
    private static final class Draft {
        private final Map<Integer, PlannedMove> moves = new LinkedHashMap<>();
        private final Map<Integer, String> skipped = new LinkedHashMap<>();
        private final Set<String> touched = new HashSet<>();
        private int end;

        List<Member> moved() {
            return moves.values().stream()
                    .map(move -> new Member(move.after().key(), move.before().identity()))
                    .toList();
        }

        List<CascadeResult.Skipped> skips(List<Member> row) {
            return skipped.entrySet().stream()
                    .map(one -> new CascadeResult.Skipped(
                            row.get(one.getKey() % SagaStore.ROW_MEMBERS).key(), one.getValue()))
                    .toList();
        }
    }
}
