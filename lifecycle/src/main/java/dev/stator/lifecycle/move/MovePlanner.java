package dev.stator.lifecycle.move;

import dev.stator.lifecycle.audit.Ledger;
import dev.stator.lifecycle.audit.LedgerHead;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.spec.Trigger;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Decides about moves and plans them; {@link Mover} and cascades send what it has planned. */
public final class MovePlanner {
    private final Context context;
    private final Rules rules;
    private final Ledger ledger;

    /** A planner for a lifecycle. */
    public MovePlanner(Context context) {
        this.context = context;
        this.rules = new Rules(context.spec());
        this.ledger = new Ledger(context);
    }

    /**
     * What can be said without trying.
     *
     * @return null if it has to be tried
     * @throws TransitionNotAllowedException if the declaration does not allow it
     */
    public @Nullable MoveResult check(MoveRequest request, LifecycleItem item) {
        if (item.state().name().equals(request.to())
                && item.moveId().filter(request.id()::equals).isPresent()) {
            return new MoveResult.Moved(item, request.key(), request.id(), true);
        }
        checkAllowed(request, item);
        return refuse(request, item);
    }

    void checkAllowed(MoveRequest request, LifecycleItem item) {
        rules.check(item.state().name(), request.to(), request.actor(), request.trigger());
    }

    @Nullable
    MoveResult refuse(MoveRequest request, LifecycleItem item) {
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

    /** The move of an item that {@link #check} did not refuse; reads the end of its ledger. */
    public PlannedMove plan(MoveRequest request, LifecycleItem item) {
        LedgerHead head = context.spec().isAudited() ? head(item.key().partition(), item.identity()) : null;
        return PlannedMove.of(context, request, item, head);
    }

    /**
     * The item without the mark of a purge that was begun and not made: with it, the table's stream would show its move as that
     * purge.
     *
     * @return empty if somebody else has changed it, so that it has to be looked at again
     */
    public Optional<LifecycleItem> unmarked(LifecycleItem item) {
        if (item.purgeMark().isEmpty()) {
            return Optional.of(item);
        }
        Sameness same = Sameness.of(context.spec(), item);
        Map<String, String> names = new HashMap<>(same.names());
        Map<String, AttributeValue> values = new HashMap<>(same.values());
        names.put("#purge", context.spec().attributes().of(Role.PURGE));
        values.put(":next", AttributeValue.fromN(Long.toString(item.version() + 1)));
        try {
            Map<String, AttributeValue> unmarked = context.client()
                    .updateItem(update -> update.tableName(context.spec().table())
                            .key(context.attributes(item.key()))
                            .updateExpression("SET #v = :next REMOVE #purge")
                            .conditionExpression(same.expression())
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values)
                            .returnValues(ReturnValue.ALL_NEW))
                    .attributes();
            return Optional.of(LifecycleItem.of(context.spec(), unmarked));
        } catch (ConditionalCheckFailedException e) {
            return Optional.empty();
        }
    }

    /** The end of an item's ledger. */
    public LedgerHead head(String partition, String identity) {
        return ledger.head(Companion.ledger(partition, identity));
    }

    /** The action that is refused if there is a hold on all that an owner has. */
    public TransactWriteItem noHoldOn(String partition) {
        return TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(context.spec().companion())
                        .key(Companion.key(Companion.ownerHold(partition), Companion.HOLD))
                        .conditionExpression("attribute_not_exists(pk)")
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }
}
