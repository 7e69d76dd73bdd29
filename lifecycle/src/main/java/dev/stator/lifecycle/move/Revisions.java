package dev.stator.lifecycle.move;

import dev.stator.lifecycle.audit.AuditEntry;
import dev.stator.lifecycle.audit.AuditKind;
import dev.stator.lifecycle.audit.Ledger;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemJson;
import dev.stator.lifecycle.item.ItemSize;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Creates and changes items such that every version is kept: each write raises the version and leaves a record with the item as
 * it was. For items that need not keep all of that, an application writes as always, and raises the version.
 */
public final class Revisions {
    private static final int TRIES_MAX = 8;

    private final Context context;
    private final MovePlanner planner;

    /**
     * Revisions of a lifecycle.
     *
     * @throws IllegalStateException if the declaration has no audit, so that nothing would be kept
     */
    public Revisions(Context context) {
        if (!context.spec().isAudited()) {
            throw new IllegalStateException("The lifecycle " + context.spec().name()
                    + " keeps no records, so versions would be lost: set 'audit: true'.");
        }
        this.context = context;
        this.planner = new MovePlanner(context);
    }

    /**
     * Creates an item.
     *
     * @param attributes all of it, with a key in the initial state
     * @return Moved, TargetTaken, OnHold or TooLarge
     */
    public MoveResult create(Map<String, AttributeValue> attributes, Actor actor, String reason) {
        Map<String, AttributeValue> item = new LinkedHashMap<>(attributes);
        String id = context.newId();
        item.put(context.spec().attributes().of(Role.VERSION), AttributeValue.fromN("1"));
        item.put(context.spec().attributes().of(Role.MOVE), AttributeValue.fromS(id));
        LifecycleItem after = LifecycleItem.of(context.spec(), item);
        if (!after.state().equals(context.spec().initial())) {
            throw new IllegalArgumentException(
                    "An item begins in the state " + context.spec().initial().name() + ", not in "
                            + after.state().name() + ".");
        }
        return write(null, after, AuditKind.CREATED, actor, reason, id);
    }

    /**
     * Replaces an item's attributes, if it is still as the caller has seen it.
     *
     * @param seen       as it was read, with all attributes
     * @param attributes its new attributes; its key and what the lifecycle keeps in it stay, whatever they say
     * @return Moved, Lost, OnHold or TooLarge
     */
    public MoveResult revise(LifecycleItem seen, Map<String, AttributeValue> attributes, Actor actor, String reason) {
        Set<String> kept = context.spec().attributes().all();
        Map<String, AttributeValue> item = new LinkedHashMap<>(attributes);
        item.keySet().removeAll(kept);
        seen.attributes().forEach((name, value) -> {
            if (kept.contains(name)) {
                item.put(name, value);
            }
        });
        item.putAll(context.attributes(seen.key()));
        item.put(context.spec().attributes().of(Role.VERSION), AttributeValue.fromN(Long.toString(seen.version() + 1)));
        return write(seen, LifecycleItem.of(context.spec(), item), AuditKind.REVISED, actor, reason, context.newId());
    }

    private MoveResult write(
            @Nullable LifecycleItem before,
            LifecycleItem after,
            AuditKind kind,
            Actor actor,
            String reason,
            String id) {
        if (after.sizeBytes() > ItemSize.ITEM_BYTES_MAX) {
            return new MoveResult.TooLarge(after.sizeBytes());
        }
        List<CancellationReason> reasons = List.of();
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            List<TransactWriteItem> actions = actions(before, after, kind, actor, reason, id);
            reasons = new Transactions(context).send(actions, context.newId());
            if (reasons.isEmpty()) {
                return new MoveResult.Moved(after, after.key(), id, false);
            }
            Refusal refusal = new Refusal(context.spec(), reasons);
            if (refusal.isRefused(0)) {
                return before == null
                        ? new MoveResult.TargetTaken(after.key())
                        : new MoveResult.Lost(before.key(), context.get(before.key()));
            }
            for (int place : new int[] {1, actions.size() - 1}) {
                Map<String, String> holds = refusal.isRefused(place) ? refusal.holds(place) : Map.of();
                if (!holds.isEmpty()) {
                    return new MoveResult.OnHold(holds);
                }
            }
            refusal.throwUnexplained();
        }
        throw new Refusal(context.spec(), reasons).exception();
    }

    private List<TransactWriteItem> actions(
            @Nullable LifecycleItem before,
            LifecycleItem after,
            AuditKind kind,
            Actor actor,
            String reason,
            String id) {
        Instant now = context.now();
        String state = after.state().name();
        AuditEntry entry = new AuditEntry(
                kind,
                before == null ? "" : state,
                state,
                before == null ? "" : after.key().sort(),
                after.key().sort(),
                actor.id(),
                context.principal(),
                reason,
                now,
                id,
                null,
                before == null ? null : ItemJson.write(before.attributes()));
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(put(Optional.ofNullable(before), after));
        actions.addAll(
                new Ledger(context).append(planner.head(after.key().partition(), after.identity()), entry, null));
        if (context.spec().hasHolds()) {
            actions.add(planner.noHoldOn(after.key().partition()));
        }
        return actions;
    }

    private TransactWriteItem put(Optional<LifecycleItem> before, LifecycleItem after) {
        Sameness condition = before.map(item -> Sameness.of(context.spec(), item))
                .orElse(new Sameness(
                        "attribute_not_exists(#pk)",
                        Map.of("#pk", context.spec().keys().partitionName()),
                        Map.of()));
        return TransactWriteItem.builder()
                .put(put -> put.tableName(context.spec().table())
                        .item(after.attributes())
                        .conditionExpression(condition.expression())
                        .expressionAttributeNames(condition.names())
                        .expressionAttributeValues(condition.values().isEmpty() ? null : condition.values())
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }
}
