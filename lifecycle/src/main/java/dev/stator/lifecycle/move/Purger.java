package dev.stator.lifecycle.move;

import dev.stator.lifecycle.audit.AuditEntry;
import dev.stator.lifecycle.audit.AuditKind;
import dev.stator.lifecycle.audit.Ledger;
import dev.stator.lifecycle.audit.LedgerHead;
import dev.stator.lifecycle.item.ItemSize;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.item.PurgeMark;
import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Deletes items for good: first a mark that says who and why, which the table's stream shows in the item's last image, then
 * the deletion with its record. A crash between the two leaves a marked item, which is purged like any other; a move takes the
 * mark away first. An item that has no room for the mark is deleted without it, and its record alone says who did it.
 */
final class Purger {
    private static final int TRIES_MAX = 8;
    // An item without a version gets one with the mark; its name is as long as somebody makes it, within reason.
    private static final int VERSION_BYTES = 300;

    private final Context context;
    private final MovePlanner planner;
    private final Transactions transactions;
    private final Ledger ledger;

    Purger(Context context, MovePlanner planner, Transactions transactions) {
        this.context = context;
        this.planner = planner;
        this.transactions = transactions;
        this.ledger = new Ledger(context);
    }

    MoveResult purge(MoveRequest request) {
        List<CancellationReason> reasons = List.of();
        MoveRequest expecting = request;
        LifecycleItem marked = null;
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            Optional<LifecycleItem> found = context.get(request.key());
            if (found.isEmpty()) {
                return gone(request);
            }
            LifecycleItem item = found.get();
            if (isOnlyMarked(request, expecting, item, marked)) {
                expecting = expecting.ifVersion(item.version());
            }
            MoveResult early = check(expecting, item);
            if (early != null) {
                unmark(request, item);
                return early;
            }
            LedgerHead head = context.spec().isAudited() ? ledger.head(ledgerOf(item)) : null;
            if (head != null && !head.holds().isEmpty()) {
                unmark(request, item);
                return new MoveResult.OnHold(head.holds());
            }
            Instant now = context.now();
            marked = mark(request, item, now);
            if (marked == null || isOther(request, marked)) {
                continue;
            }
            List<TransactWriteItem> actions = actions(request, marked, head, now);
            reasons = transactions.send(actions, context.newId());
            if (reasons.isEmpty()) {
                return new MoveResult.Purged(request.key(), request.id());
            }
            MoveResult refused = refused(request, marked, reasons, actions.size());
            if (refused != null) {
                return refused;
            }
        }
        throw new Refusal(context.spec(), reasons).exception();
    }

    // A repetition is known by the ledger, where the caller has said whose it is.
    private MoveResult gone(MoveRequest request) {
        String original = request.original();
        boolean isOwn = original != null
                && context.spec().isAudited()
                && planner.head(request.key().partition(), original).move().equals(request.id());
        return isOwn
                ? new MoveResult.Purged(request.key(), request.id())
                : new MoveResult.Lost(request.key(), Optional.empty());
    }

    private @Nullable MoveResult check(MoveRequest request, LifecycleItem item) {
        planner.checkAllowed(request, item);
        Duration keep = context.spec().keep();
        if (keep != null) {
            Instant until = item.state().equals(context.spec().initial())
                    ? context.now().plus(keep)
                    : item.movedAt().orElse(context.now()).plus(keep);
            if (until.isAfter(context.now())) {
                return new MoveResult.NotDue(until);
            }
        }
        if (isOther(request, item)) {
            return new MoveResult.Lost(request.key(), Optional.of(item));
        }
        return planner.refuse(request, item);
    }

    private boolean isOther(MoveRequest request, LifecycleItem item) {
        String content = request.content();
        return content != null && !content.equals(Sameness.digest(context.spec(), item));
    }

    // An attempt that was refused has raised the version itself. Then the item is still as the caller has seen it, if
    // it has
    // this purge's mark and nothing else is new.
    private static boolean isOnlyMarked(
            MoveRequest request, MoveRequest expecting, LifecycleItem item, @Nullable LifecycleItem marked) {
        Long expected = expecting.version();
        return expected != null
                && item.version() == expected + 1
                && item.purgeMark()
                        .filter(mark -> mark.id().equals(request.id()))
                        .isPresent()
                && (marked == null || marked.attributes().equals(item.attributes()));
    }

    private String ledgerOf(LifecycleItem item) {
        return Companion.ledger(item.key().partition(), item.identity());
    }

    // Null if the item has changed since it was read; the item as it is if it has no room for a mark.
    private @Nullable LifecycleItem mark(MoveRequest request, LifecycleItem item, Instant now) {
        String name = context.spec().attributes().of(Role.PURGE);
        AttributeValue mark = new PurgeMark(request.id(), request.actor().id(), request.reason(), now).toAttribute();
        if (item.sizeBytes() + ItemSize.bytes(Map.of(name, mark)) + VERSION_BYTES > ItemSize.ITEM_BYTES_MAX) {
            return item;
        }
        Sameness same = Sameness.of(context.spec(), item);
        Map<String, String> names = new HashMap<>(same.names());
        Map<String, AttributeValue> values = new HashMap<>(same.values());
        names.put("#purge", name);
        values.put(":purge", mark);
        values.put(":next", AttributeValue.fromN(Long.toString(item.version() + 1)));
        try {
            Map<String, AttributeValue> marked = context.client()
                    .updateItem(update -> update.tableName(context.spec().table())
                            .key(context.attributes(item.key()))
                            .updateExpression("SET #purge = :purge, #v = :next")
                            .conditionExpression(same.expression())
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values)
                            .returnValues("ALL_NEW"))
                    .attributes();
            return LifecycleItem.of(context.spec(), marked);
        } catch (ConditionalCheckFailedException e) {
            return null;
        }
    }

    private List<TransactWriteItem> actions(
            MoveRequest request, LifecycleItem marked, @Nullable LedgerHead head, Instant now) {
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(PlannedMove.delete(context, marked));
        if (head != null) {
            // Its image is not kept: what is purged is not to be found again.
            AuditEntry entry = new AuditEntry(
                    AuditKind.PURGED,
                    marked.state().name(),
                    "",
                    marked.key().sort(),
                    "",
                    request.actor().id(),
                    context.principal(),
                    request.reason(),
                    now,
                    request.id(),
                    request.deletion(),
                    null);
            actions.addAll(ledger.append(head, entry, null));
        }
        if (context.spec().hasHolds()) {
            actions.add(planner.noHoldOn(marked.key().partition()));
        }
        return actions;
    }

    // Null if it may be tried again.
    private @Nullable MoveResult refused(
            MoveRequest request, LifecycleItem marked, List<CancellationReason> reasons, int actions) {
        Refusal refusal = new Refusal(context.spec(), reasons);
        Map<String, String> holds = Map.of();
        if (context.spec().isAudited() && refusal.isRefused(1)) {
            holds = refusal.holds(1);
        }
        if (holds.isEmpty() && context.spec().hasHolds() && refusal.isRefused(actions - 1)) {
            holds = refusal.holds(actions - 1);
        }
        if (!holds.isEmpty()) {
            unmark(request, marked);
            return new MoveResult.OnHold(holds);
        }
        refusal.throwUnexplained();
        return null;
    }

    // What is not purged keeps no mark, which would name somebody who has not purged it.
    private void unmark(MoveRequest request, LifecycleItem item) {
        if (item.purgeMark().filter(mark -> mark.id().equals(request.id())).isEmpty()) {
            return;
        }
        try {
            context.client()
                    .updateItem(update -> update.tableName(context.spec().table())
                            .key(context.attributes(request.key()))
                            .updateExpression("REMOVE #purge")
                            .conditionExpression("#purge.#id = :id")
                            .expressionAttributeNames(
                                    Map.of("#purge", context.spec().attributes().of(Role.PURGE), "#id", "id"))
                            .expressionAttributeValues(Map.of(":id", AttributeValue.fromS(request.id()))));
        } catch (ConditionalCheckFailedException e) {
            // Somebody has moved or marked it since: then it is his.
            return;
        }
    }
}
