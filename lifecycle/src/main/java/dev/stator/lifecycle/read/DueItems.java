package dev.stator.lifecycle.read;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.spec.DueIndex;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.StateSpec;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Finds what is due over all owners, in the sparse index, shard by shard. */
public final class DueItems {
    private final Context context;

    public DueItems(Context context) {
        this.context = context;
    }

    /** The shards of a state, each of which is asked for itself. */
    public List<String> shards(StateSpec state) {
        return index().shards().all().stream()
                .map(shard -> state.prefix() + "#" + shard)
                .toList();
    }

    /**
     * One Query.
     *
     * @param shard one of {@link #shards}
     * @param until what was due by then
     * @param start where an earlier page has ended; null at first
     * @param limit at most so many
     */
    public DuePage page(String shard, Instant until, @Nullable Map<String, AttributeValue> start, int limit) {
        LifecycleSpec spec = context.spec();
        String at = spec.attributes().of(Role.DUE_AT);
        QueryResponse answer = context.client()
                .query(query -> query.tableName(spec.table())
                        .indexName(index().name())
                        .keyConditionExpression("#shard = :shard AND #at <= :until")
                        .expressionAttributeNames(
                                Map.of("#shard", spec.attributes().of(Role.DUE_SHARD), "#at", at))
                        .expressionAttributeValues(Map.of(
                                ":shard", AttributeValue.fromS(shard),
                                ":until", AttributeValue.fromN(Long.toString(until.getEpochSecond()))))
                        .exclusiveStartKey(start)
                        .limit(limit)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
        List<DuePage.Due> items = answer.items().stream()
                .map(item -> new DuePage.Due(
                        LifecycleItem.keyOf(spec.keys(), item), Instant.ofEpochSecond(Attributes.number(item, at))))
                .toList();
        Optional<Map<String, AttributeValue>> next =
                answer.hasLastEvaluatedKey() && !answer.lastEvaluatedKey().isEmpty()
                        ? Optional.of(answer.lastEvaluatedKey())
                        : Optional.empty();
        double units = answer.consumedCapacity() == null
                ? 0
                : answer.consumedCapacity().capacityUnits();
        return new DuePage(items, next, units);
    }

    private DueIndex index() {
        DueIndex due = context.spec().due();
        if (due == null) {
            throw new IllegalStateException(
                    "The lifecycle " + context.spec().name() + " declares no index 'due', so nothing is due by jobs.");
        }
        return due;
    }
}
