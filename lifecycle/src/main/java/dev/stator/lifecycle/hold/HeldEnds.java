package dev.stator.lifecycle.hold;

import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.NewState;
import dev.stator.lifecycle.move.Sameness;
import dev.stator.lifecycle.move.Transactions;
import dev.stator.lifecycle.read.Slice;
import dev.stator.lifecycle.read.Views;
import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.spec.Ending;
import dev.stator.lifecycle.spec.StateSpec;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Takes away what makes held items end by themselves, time to live above all, and gives it back. */
final class HeldEnds {
    private static final int TRIES_MAX = 8;
    private static final List<Role> ENDS = List.of(Role.TTL, Role.DUE_SHARD, Role.DUE_AT);

    private final Context context;
    private final Transactions transactions;

    HeldEnds(Context context, Transactions transactions) {
        this.context = context;
        this.transactions = transactions;
    }

    /** The item without its end. */
    TransactWriteItem remove(LifecycleItem item) {
        return update(item, Map.of());
    }

    /** The item with the end that its state and the time of its last move give it. */
    TransactWriteItem set(LifecycleItem item) {
        Map<String, AttributeValue> attributes = new HashMap<>(item.attributes());
        NewState.setEnd(
                context.spec(), attributes, item, item.state(), item.movedAt().orElse(context.now()));
        return update(item, attributes);
    }

    private TransactWriteItem update(LifecycleItem item, Map<String, AttributeValue> ends) {
        Sameness same = Sameness.of(context.spec(), item);
        Map<String, String> names = new HashMap<>(same.names());
        Map<String, AttributeValue> values = new HashMap<>(same.values());
        StringBuilder set = new StringBuilder("SET #v = :next");
        StringBuilder remove = new StringBuilder();
        values.put(":next", AttributeValue.fromN(Long.toString(item.version() + 1)));
        for (Role role : ENDS) {
            String name = context.spec().attributes().of(role);
            String alias = "#" + role.title();
            names.put(alias, name);
            AttributeValue value = ends.get(name);
            if (value != null) {
                set.append(", ").append(alias).append(" = :").append(role.title());
                values.put(":" + role.title(), value);
            } else {
                remove.append(remove.isEmpty() ? " REMOVE " : ", ").append(alias);
            }
        }
        return TransactWriteItem.builder()
                .update(action -> action.tableName(context.spec().table())
                        .key(context.attributes(item.key()))
                        .updateExpression(set.toString() + remove)
                        .conditionExpression(same.expression())
                        .expressionAttributeNames(names)
                        .expressionAttributeValues(values))
                .build();
    }

    int removeAll(String partition) {
        return forAll(partition, item -> hasEnd(item) ? List.of(remove(item)) : List.of());
    }

    int setAll(String partition) {
        return forAll(
                partition,
                item -> hasEnd(item) ? List.of() : List.of(set(item), itemIsFree(item), ownerIsFree(partition)));
    }

    private boolean hasEnd(LifecycleItem item) {
        return ENDS.stream()
                .anyMatch(role -> item.attributes()
                        .containsKey(context.spec().attributes().of(role)));
    }

    private int forAll(String partition, Function<LifecycleItem, List<TransactWriteItem>> change) {
        int changed = 0;
        for (StateSpec state : context.spec().states()) {
            if (state.ending() instanceof Ending.Stays) {
                continue;
            }
            Slice slice = new Views(context).in(state.name(), partition).consistent();
            for (Iterator<LifecycleItem> items = slice.iterator(); items.hasNext(); ) {
                changed += change(items.next().key(), change) ? 1 : 0;
            }
        }
        return changed;
    }

    // Whether it was changed: not if it is gone, needs no change, or is held by itself.
    private boolean change(ItemKey key, Function<LifecycleItem, List<TransactWriteItem>> change) {
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            Optional<LifecycleItem> item = context.get(key);
            List<TransactWriteItem> actions = item.map(change).orElse(new ArrayList<>());
            if (actions.isEmpty()) {
                return false;
            }
            var reasons = transactions.send(actions, context.newId());
            if (reasons.isEmpty()) {
                return true;
            }
            boolean isHeld =
                    reasons.stream().skip(1).anyMatch(reason -> "ConditionalCheckFailed".equals(reason.code()));
            if (isHeld) {
                return false;
            }
        }
        throw new IllegalStateException("Others were at work on " + key + ", again and again; call it once more.");
    }

    private TransactWriteItem itemIsFree(LifecycleItem item) {
        String ledger = Companion.ledger(item.key().partition(), item.identity());
        return TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(context.spec().companion())
                        .key(Companion.key(ledger, Companion.HEAD))
                        .conditionExpression("attribute_not_exists(holds)"))
                .build();
    }

    TransactWriteItem ownerIsFree(String partition) {
        return ownerHold(partition, "attribute_not_exists(pk)");
    }

    TransactWriteItem ownerIsHeld(String partition) {
        return ownerHold(partition, "attribute_exists(pk)");
    }

    private TransactWriteItem ownerHold(String partition, String condition) {
        return TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(context.spec().companion())
                        .key(Companion.key(Companion.ownerHold(partition), Companion.HOLD))
                        .conditionExpression(condition))
                .build();
    }
}
