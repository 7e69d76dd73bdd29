package dev.stator.lifecycle.read;

import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.key.KeyRange;
import dev.stator.lifecycle.key.SortKeys;
import dev.stator.lifecycle.spec.KeyLayout;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.StateSpec;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * The items of one owner in one state, in the order of their timestamps: one run of neighbours in the table, of which nothing
 * is read that is not returned. Immutable; each choice gives another slice.
 */
public final class Slice {
    private final Context context;
    private final String partition;
    private final StateSpec state;
    private final KeyRange range;
    private final boolean isAscending;
    private final boolean isConsistent;
    private final int limit;
    private final @Nullable Map<String, AttributeValue> start;

    private Slice(
            Context context,
            String partition,
            StateSpec state,
            KeyRange range,
            boolean isAscending,
            boolean isConsistent,
            int limit,
            @Nullable Map<String, AttributeValue> start) {
        this.context = context;
        this.partition = partition;
        this.state = state;
        this.range = range;
        this.isAscending = isAscending;
        this.isConsistent = isConsistent;
        this.limit = limit;
        this.start = start;
    }

    static Slice of(Context context, String partition, StateSpec state) {
        KeyRange range = context.spec().keys().sort().under(Map.of(KeyLayout.STATE, state.prefix()));
        return new Slice(context, partition, state, range, true, false, 0, null);
    }

    /** The same, newest first. */
    public Slice newestFirst() {
        return ordered(isReversed());
    }

    /** The same, oldest first, which it is if nothing is chosen. */
    public Slice oldestFirst() {
        return ordered(!isReversed());
    }

    // A key whose timestamps are reversed has the newest at its beginning.
    private boolean isReversed() {
        KeyLayout keys = context.spec().keys();
        return keys.hasTimestamp() && keys.sort().isReversed(KeyLayout.TIMESTAMP);
    }

    private Slice ordered(boolean ascending) {
        return new Slice(context, partition, state, range, ascending, isConsistent, limit, start);
    }

    /**
     * Only timestamps from one moment to before another; what they mean, the state says.
     *
     * @param from the first moment, or null
     * @param to   the first moment that is no longer meant, or null
     */
    public Slice between(@Nullable Instant from, @Nullable Instant to) {
        LifecycleSpec spec = context.spec();
        SortKeys sort = spec.keys().sort();
        KeyRange chosen = sort.between(Map.of(KeyLayout.STATE, state.prefix()), KeyLayout.TIMESTAMP, from, to);
        return new Slice(context, partition, state, chosen, isAscending, isConsistent, limit, start);
    }

    /** Without the items whose timestamps show that they have expired. */
    Slice unexpired(Instant now) {
        boolean hasTime = context.spec().keys().hasTimestamp();
        return Views.firstUnexpired(state, now)
                .filter(first -> hasTime)
                .map(first -> between(first, null))
                .orElse(this);
    }

    /** The same, strongly consistent, at twice the units. */
    public Slice consistent() {
        return new Slice(context, partition, state, range, isAscending, true, limit, start);
    }

    /** At most so many items a page. */
    public Slice limit(int items) {
        return new Slice(context, partition, state, range, isAscending, isConsistent, items, start);
    }

    /** From where an earlier page has ended: its {@link Page#next}. */
    public Slice after(Map<String, AttributeValue> next) {
        return new Slice(context, partition, state, range, isAscending, isConsistent, limit, Map.copyOf(next));
    }

    /** Which keys it has. */
    public KeyRange range() {
        return range;
    }

    /** One Query. */
    public Page page() {
        if (range instanceof KeyRange.Empty) {
            return Page.EMPTY;
        }
        LifecycleSpec spec = context.spec();
        QueryRequest.Builder query = QueryRequest.builder()
                .tableName(spec.table())
                .scanIndexForward(isAscending)
                .consistentRead(isConsistent)
                .exclusiveStartKey(start)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
        if (limit > 0) {
            query.limit(limit);
        }
        QueryResponse answer = context.client()
                .query(KeyCondition.of(spec.keys(), partition, range)
                        .applyTo(query)
                        .build());
        List<LifecycleItem> items = answer.items().stream()
                .map(item -> LifecycleItem.of(spec, item))
                .toList();
        Optional<Map<String, AttributeValue>> next =
                answer.hasLastEvaluatedKey() && !answer.lastEvaluatedKey().isEmpty()
                        ? Optional.of(answer.lastEvaluatedKey())
                        : Optional.empty();
        double units = answer.consumedCapacity() == null
                ? 0
                : answer.consumedCapacity().capacityUnits();
        return new Page(items, next, answer.scannedCount(), units);
    }

    /** All items, page after page, each read when it is come to. */
    public Stream<LifecycleItem> stream() {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED), false);
    }

    /** As {@link #stream}. */
    public Iterator<LifecycleItem> iterator() {
        return new Items(this);
    }

    /** All items of a slice, one after the other. */
    private static final class Items implements Iterator<LifecycleItem> {
        private final Queue<LifecycleItem> read = new ArrayDeque<>();
        private @Nullable Slice rest;

        Items(Slice slice) {
            rest = slice;
        }

        @Override
        public boolean hasNext() {
            while (read.isEmpty() && rest != null) {
                Slice slice = rest;
                Page page = slice.page();
                read.addAll(page.items());
                rest = page.next().map(slice::after).orElse(null);
            }
            return !read.isEmpty();
        }

        @Override
        public LifecycleItem next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return read.remove();
        }
    }
}
