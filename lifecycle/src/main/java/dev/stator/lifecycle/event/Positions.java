package dev.stator.lifecycle.event;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** How far a consumer has read each shard, and who reads for him: one at a time, or events could come out of order. */
final class Positions {
    private static final String LEASE = "LEASE";
    private static final Duration LEASE_TIME = Duration.ofMinutes(1);

    private final Context context;
    private final String pk;
    private final String owner;

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

    void write(String shardId, Position position) {
        Map<String, AttributeValue> item = new LinkedHashMap<>(Companion.key(pk, shardId));
        item.put("position", AttributeValue.fromS(position.sequenceNumber()));
        if (position.isDone()) {
            item.put("done", AttributeValue.fromBool(true));
        }
        context.client()
                .putItem(put -> put.tableName(context.spec().companion()).item(item));
    }

    void forget(String shardId) {
        context.client()
                .deleteItem(
                        delete -> delete.tableName(context.spec().companion()).key(Companion.key(pk, shardId)));
    }

    /** Takes or renews the right to read for a minute; false if somebody else has it. */
    boolean lease() {
        long now = context.now().toEpochMilli();
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
