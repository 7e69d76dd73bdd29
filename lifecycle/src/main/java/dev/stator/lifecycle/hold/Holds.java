package dev.stator.lifecycle.hold;

import dev.stator.lifecycle.audit.AuditEntry;
import dev.stator.lifecycle.audit.AuditKind;
import dev.stator.lifecycle.audit.Ledger;
import dev.stator.lifecycle.audit.LedgerHead;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.Transactions;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Puts items on hold and releases them. What is on hold is not moved, does not expire and is not purged, whoever asks and
 * whatever its retention says. There may be several holds at a time, each with an id of its own, such as the number of a case.
 */
public final class Holds {
    private static final int TRIES_MAX = 8;

    private final Context context;
    private final Ledger ledger;
    private final Transactions transactions;
    private final HeldEnds ends;

    /** @throws IllegalStateException if the declaration has no holds */
    public Holds(Context context) {
        if (!context.spec().hasHolds()) {
            throw new IllegalStateException("The lifecycle " + context.spec().name()
                    + " declares no holds, so moves would not look for them: set 'holds: true'.");
        }
        this.context = context;
        this.ledger = new Ledger(context);
        this.transactions = new Transactions(context);
        this.ends = new HeldEnds(context, transactions);
    }

    /**
     * Puts one item on hold, with a record of it.
     *
     * @return whether it is on hold now; false if it is not there
     */
    public boolean hold(ItemKey key, String holdId, Actor actor, String reason) {
        return change(key, holdId, actor, reason, true);
    }

    /**
     * Ends a hold on one item. If it was the last one, and its owner is not on hold, its state ends again when its retention
     * says, which may be at once.
     *
     * @return whether the item is there
     */
    public boolean release(ItemKey key, String holdId, Actor actor, String reason) {
        return change(key, holdId, actor, reason, false);
    }

    private boolean change(ItemKey key, String holdId, Actor actor, String reason, boolean isHold) {
        List<CancellationReason> reasons = List.of();
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            Optional<LifecycleItem> found = context.get(key);
            if (found.isEmpty()) {
                return false;
            }
            LifecycleItem item = found.get();
            LedgerHead head = ledger.head(Companion.ledger(key.partition(), item.identity()));
            Map<String, String> holds = new TreeMap<>(head.holds());
            boolean isThere = holds.containsKey(holdId);
            if (isThere == isHold) {
                return true;
            }
            boolean isLast = !isHold && holds.size() == 1;
            boolean isFree = isLast && !isOwnerHeld(key.partition());
            if (isHold) {
                holds.put(holdId, reason);
            } else {
                holds.remove(holdId);
            }
            String id = context.newId();
            AuditKind kind = isHold ? AuditKind.HELD : AuditKind.RELEASED;
            String state = item.state().name();
            AuditEntry entry = entry(kind, state, key.sort(), actor, holdId + ": " + reason, id);
            List<TransactWriteItem> actions = new ArrayList<>();
            actions.add(isFree ? ends.set(item) : ends.remove(item));
            actions.addAll(ledger.append(head, entry, holds));
            actions.add(listed(head.ledger(), holds));
            if (isLast) {
                // Or the owner's last hold could end in the same moment, and nothing would give the item its end back.
                actions.add(isFree ? ends.ownerIsFree(key.partition()) : ends.ownerIsHeld(key.partition()));
            }
            reasons = transactions.send(actions, id);
            if (reasons.isEmpty()) {
                return true;
            }
        }
        throw lost(reasons);
    }

    /**
     * Puts all on hold that an owner has and will have. New moves are refused from the first moment; then what would end by
     * itself is stopped, item by item. If that is interrupted, calling it again goes on.
     *
     * @return how many items were stopped from ending
     */
    public int holdOwner(String partition, String holdId, Actor actor, String reason) {
        changeOwner(partition, holdId, actor, reason, true);
        return ends.removeAll(partition);
    }

    /**
     * Ends a hold on an owner. If it was the last one, the states of his items end again when their retentions say. If that is
     * interrupted, calling it again goes on.
     *
     * @return how many items end again
     */
    public int releaseOwner(String partition, String holdId, Actor actor, String reason) {
        changeOwner(partition, holdId, actor, reason, false);
        return isOwnerHeld(partition) ? 0 : ends.setAll(partition);
    }

    private void changeOwner(String partition, String holdId, Actor actor, String reason, boolean isHold) {
        List<CancellationReason> reasons = List.of();
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            // The chain of an owner's holds orders them: what was read of them holds if the chain's end is as it was.
            LedgerHead head = ledger.head(Companion.ledger(partition, ""));
            Map<String, String> holds = new TreeMap<>(onOwner(partition));
            if (holds.containsKey(holdId) == isHold) {
                return;
            }
            if (isHold) {
                holds.put(holdId, reason);
            } else {
                holds.remove(holdId);
            }
            String id = context.newId();
            AuditKind kind = isHold ? AuditKind.HELD : AuditKind.RELEASED;
            List<TransactWriteItem> actions = new ArrayList<>();
            actions.addAll(ledger.append(head, entry(kind, "", "", actor, holdId + ": " + reason, id), null));
            actions.add(stored(Companion.ownerHold(partition), Companion.HOLD, holds));
            actions.add(stored(Companion.HOLDS, Companion.ownerHold(partition), holds));
            reasons = transactions.send(actions, id);
            if (reasons.isEmpty()) {
                return;
            }
        }
        throw lost(reasons);
    }

    private AuditEntry entry(AuditKind kind, String state, String sort, Actor actor, String reason, String id) {
        Instant now = context.now();
        return new AuditEntry(
                kind, state, state, sort, sort, actor.id(), context.principal(), reason, now, id, null, null);
    }

    private TransactWriteItem listed(String ledgerKey, Map<String, String> holds) {
        return stored(Companion.HOLDS, ledgerKey, holds);
    }

    private TransactWriteItem stored(String pk, String sk, Map<String, String> holds) {
        if (holds.isEmpty()) {
            return TransactWriteItem.builder()
                    .delete(delete ->
                            delete.tableName(context.spec().companion()).key(Companion.key(pk, sk)))
                    .build();
        }
        Map<String, AttributeValue> reasons = new HashMap<>();
        holds.forEach((id, reason) -> reasons.put(id, AttributeValue.fromS(reason)));
        Map<String, AttributeValue> item = new LinkedHashMap<>(Companion.key(pk, sk));
        item.put("holds", AttributeValue.fromM(reasons));
        return TransactWriteItem.builder()
                .put(put -> put.tableName(context.spec().companion()).item(item))
                .build();
    }

    /** The holds on an item itself, by their ids. */
    public Map<String, String> onItem(LifecycleItem item) {
        return ledger.head(Companion.ledger(item.key().partition(), item.identity()))
                .holds();
    }

    /** The holds on all that an owner has, by their ids. */
    public Map<String, String> onOwner(String partition) {
        return LedgerHead.holds(context.client()
                .getItem(get -> get.tableName(context.spec().companion())
                        .key(Companion.key(Companion.ownerHold(partition), Companion.HOLD))
                        .consistentRead(true))
                .item());
    }

    private boolean isOwnerHeld(String partition) {
        return !onOwner(partition).isEmpty();
    }

    /**
     * All holds there are: the ledger keys of items, {@code HOLD|} and the partition key of owners, and for each the holds by
     * their ids.
     */
    public Map<String, Map<String, String>> all() {
        Map<String, Map<String, String>> all = new TreeMap<>();
        context.client()
                .queryPaginator(query -> query.tableName(context.spec().companion())
                        .keyConditionExpression("pk = :pk")
                        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(Companion.HOLDS)))
                        .consistentRead(true))
                .items()
                .forEach(item -> all.put(Attributes.text(item, Companion.SK), LedgerHead.holds(item)));
        return all;
    }

    private static RuntimeException lost(List<CancellationReason> reasons) {
        return TransactionCanceledException.builder()
                .message("Others were at work on it, again and again: "
                        + reasons.stream().map(CancellationReason::code).toList())
                .cancellationReasons(reasons)
                .build();
    }
}
