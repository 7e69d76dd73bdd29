package dev.stator.lifecycle.read;

import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.Retention;
import dev.stator.lifecycle.spec.StateKind;
import dev.stator.lifecycle.spec.StateSpec;
import dev.stator.lifecycle.spec.StateTime;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an owner sees of his items. The partition key says whose they are; {@code Lifecycle.partition} builds it.
 */
public final class Views {
    private final Context context;

    public Views(Context context) {
        this.context = context;
    }

    /** The item at a key, strongly read. */
    public Optional<LifecycleItem> get(ItemKey key) {
        return context.get(key);
    }

    /** What is in use. */
    public Slice active(String partition) {
        return Slice.of(context, partition, context.spec().initial());
    }

    /** What is in a state. */
    public Slice in(String state, String partition) {
        return Slice.of(context, partition, context.spec().state(state));
    }

    /**
     * What is in the first state of the kind ARCHIVED; {@link Slice#between} takes a range of dates.
     *
     * @throws IllegalArgumentException if the lifecycle has no such state
     */
    public Slice archive(String partition) {
        return Slice.of(context, partition, first(StateKind.ARCHIVED));
    }

    /**
     * The trash, newest first: all states of the kind DELETED together. {@link LifecycleItem#expiresAt} says until when an
     * item can be restored.
     */
    public Stream<LifecycleItem> trash(String partition) {
        return MergedSlices.byTime(context.spec(), slices(partition), true);
    }

    /**
     * The trash without what has expired and was not yet removed, which DynamoDB takes up to some days for. Where the
     * timestamp in the key is that of the deletion, what has expired is not even read.
     */
    public Stream<LifecycleItem> restorable(String partition) {
        Instant now = context.now();
        List<Slice> slices =
                slices(partition).stream().map(slice -> slice.unexpired(now)).toList();
        return MergedSlices.byTime(context.spec(), slices, true).filter(item -> !item.isExpired(now));
    }

    private List<Slice> slices(String partition) {
        return context.spec().statesOf(StateKind.DELETED).stream()
                .map(state -> Slice.of(context, partition, state))
                .toList();
    }

    private StateSpec first(StateKind kind) {
        return context.spec().statesOf(kind).stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "The lifecycle " + context.spec().name() + " has no state of the kind " + kind + "."));
    }

    /** From which timestamp on a state's items cannot have expired; the earliest of all if that cannot be told by keys. */
    static Optional<Instant> firstUnexpired(StateSpec state, Instant now) {
        Retention retention = state.retention();
        return retention == null || state.time() != StateTime.ENTERED
                ? Optional.empty()
                : Optional.of(now.minus(retention.longest()));
    }
}
