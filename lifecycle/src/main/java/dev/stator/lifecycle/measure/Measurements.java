package dev.stator.lifecycle.measure;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.item.ItemSize;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.key.KeyException;
import dev.stator.lifecycle.move.MovePlanner;
import dev.stator.lifecycle.move.MoveRequest;
import dev.stator.lifecycle.spec.StateSpec;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Measures a lifecycle. */
public final class Measurements {
    /** What the items are counted as that are in no state of the lifecycle. */
    public static final String OTHERS = "(others)";

    private final Context context;

    /** Measurements of a lifecycle. */
    public Measurements(Context context) {
        this.context = context;
    }

    /**
     * How long after their deletion items were restored, from the restores of some days, which records tell: a few queries.
     *
     * @param from the first day, in UTC
     * @param to   the last day
     */
    public RestoreLatency restoreLatency(LocalDate from, LocalDate to) {
        List<Duration> latencies = new ArrayList<>();
        for (LocalDate day = from; !day.isAfter(to); day = day.plusDays(1)) {
            Instant start = day.atStartOfDay(ZoneOffset.UTC).toInstant();
            context.client()
                    .queryPaginator(query -> query.tableName(context.spec().companion())
                            .keyConditionExpression("pk = :day")
                            .expressionAttributeValues(Map.of(":day", AttributeValue.fromS(Companion.restores(start)))))
                    .items()
                    .forEach(row -> latencies.add(Duration.ofSeconds(Attributes.number(row, "seconds"))));
        }
        return new RestoreLatency(latencies);
    }

    /** How much of an owner's is in each state, in the order of the declaration; reads all that he has. */
    public Map<String, StateSize> ofOwner(String partition) {
        Map<String, StateSize> sizes = none();
        context.client()
                .queryPaginator(query -> query.tableName(context.spec().table())
                        .keyConditionExpression("#pk = :pk")
                        .expressionAttributeNames(
                                Map.of("#pk", context.spec().keys().partitionName()))
                        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(partition))))
                .items()
                .forEach(item -> add(sizes, item));
        return sizes;
    }

    /**
     * How much of the table is in each state. It reads the table from end to end, and costs half a read unit for each 4 KB: for
     * now and then.
     */
    public Map<String, StateSize> ofTable() {
        Map<String, StateSize> sizes = none();
        context.client()
                .scanPaginator(scan -> scan.tableName(context.spec().table()))
                .items()
                .forEach(item -> add(sizes, item));
        return sizes;
    }

    private Map<String, StateSize> none() {
        Map<String, StateSize> sizes = new LinkedHashMap<>();
        for (StateSpec state : context.spec().states()) {
            sizes.put(state.name(), StateSize.NONE);
        }
        sizes.put(OTHERS, StateSize.NONE);
        return sizes;
    }

    private void add(Map<String, StateSize> sizes, Map<String, AttributeValue> item) {
        int bytes = ItemSize.bytes(item);
        sizes.computeIfPresent(state(item), (state, size) -> size.plus(bytes));
    }

    private String state(Map<String, AttributeValue> item) {
        try {
            return LifecycleItem.of(context.spec(), item).state().name();
        } catch (KeyException e) {
            return OTHERS;
        }
    }

    /** What a move would cost, without making it. */
    public MoveCost cost(MoveRequest request, LifecycleItem item) {
        return MoveCost.of(
                new MovePlanner(context).plan(request, item), context.spec().hasHolds());
    }
}
