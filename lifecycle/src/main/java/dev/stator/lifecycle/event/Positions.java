package dev.stator.lifecycle.event;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.move.Transactions;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** How far a consumer has read each shard, and who reads for him: one at a time, or events could come out of order. */
final class Positions {
    private static final String LEASE = "LEASE";
    private static final Duration LEASE_TIME = Duration.ofMinutes(1);
    private static final Duration RENEWAL = LEASE_TIME.dividedBy(4);
    private static final int TRIES_MAX = 8;
    private static final String CONDITION = "ConditionalCheckFailed";

    private final Context context;
    private final String pk;
    private final String owner;
    private Instant leased = Instant.MIN;

    Positions(Context context, String consumer, String streamLabel) {
        this.context = context;
        this.pk = Companion.consumer(consumer + "|" + streamLabel);
        this.owner = context.newId();
    }

    /**
     * Where a shard's reading has ended.
     *
     * @param sequenceNumber of the last event that was handled; empty if there was none
     * @param isDone         whether the shard is closed and read to its end
     */
    record Position(String sequenceNumber, boolean isDone) {
        static final Position START = new Position("", false);
    }

    /** All positions, by shard. */
    Map<String, Position> read() {
        Map<String, Position> positions = new HashMap<>();
        context.client()
                .queryPaginator(query -> query.tableName(context.spec().companion())
                        .keyConditionExpression("pk = :pk AND begins_with(sk, :shard)")
                        .expressionAttributeValues(
                                Map.of(":pk", AttributeValue.fromS(pk), ":shard", AttributeValue.fromS("shardId")))
                        .consistentRead(true))
                .items()
                .forEach(item -> positions.put(
                        Attributes.text(item, Companion.SK),
                        new Position(Attributes.textOrEmpty(item, "position"), item.containsKey("done"))));
        return positions;
    }

    /** Stores a position, if the right to read is still this reader's; else another one is further, or will be. */
    boolean write(String shardId, Position position) {
        Map<String, AttributeValue> item = new LinkedHashMap<>(Companion.key(pk, shardId));
        item.put("position", AttributeValue.fromS(position.sequenceNumber()));
        if (position.isDone()) {
            item.put("done", AttributeValue.fromBool(true));
        }
        List<TransactWriteItem> actions = List.of(
                TransactWriteItem.builder()
                        .conditionCheck(check -> check.tableName(context.spec().companion())
                                .key(Companion.key(pk, LEASE))
                                .conditionExpression("#owner = :owner")
                                .expressionAttributeNames(Map.of("#owner", "owner"))
                                .expressionAttributeValues(Map.of(":owner", AttributeValue.fromS(owner))))
                        .build(),
                TransactWriteItem.builder()
                        .put(put -> put.tableName(context.spec().companion()).item(item))
                        .build());
        List<CancellationReason> reasons = new Transactions(context).send(actions, context.newId());
        for (int attempt = 1; !reasons.isEmpty() && attempt < TRIES_MAX; attempt++) {
            if (CONDITION.equals(reasons.getFirst().code())) {
                return false;
            }
            context.pauseBefore(attempt);
            reasons = new Transactions(context).send(actions, context.newId());
        }
        return reasons.isEmpty();
    }

    void forget(String shardId) {
        context.client()
                .deleteItem(
                        delete -> delete.tableName(context.spec().companion()).key(Companion.key(pk, shardId)));
    }

    /** Whether the right to read is still this reader's; renews it before it ends. */
    boolean isLeased() {
        return context.now().isBefore(leased.plus(RENEWAL)) || lease();
    }

    /** Takes or renews the right to read for a minute; false if somebody else has it. */
    boolean lease() {
        Instant time = context.now();
        long now = time.toEpochMilli();
        try {
            context.client()
                    .updateItem(update -> update.tableName(context.spec().companion())
                            .key(Companion.key(pk, LEASE))
                            .updateExpression("SET #owner = :owner, #until = :until")
                            .conditionExpression("attribute_not_exists(#owner) OR #owner = :owner OR #until < :now")
                            .expressionAttributeNames(Map.of("#owner", "owner", "#until", "until"))
                            .expressionAttributeValues(Map.of(
                                    ":owner", AttributeValue.fromS(owner),
                                    ":now", AttributeValue.fromN(Long.toString(now)),
                                    ":until", AttributeValue.fromN(Long.toString(now + LEASE_TIME.toMillis())))));
            leased = time;
            return true;
        } catch (ConditionalCheckFailedException e) {
            return false;
        }
    }

    /** Gives the right back. */
    void release() {
        try {
            context.client()
                    .deleteItem(delete -> delete.tableName(context.spec().companion())
                            .key(Companion.key(pk, LEASE))
                            .conditionExpression("#owner = :owner")
                            .expressionAttributeNames(Map.of("#owner", "owner"))
                            .expressionAttributeValues(Map.of(":owner", AttributeValue.fromS(owner))));
        } catch (ConditionalCheckFailedException e) {
            // Somebody else has it by now, and keeps it.
            return;
        }
    }
}
