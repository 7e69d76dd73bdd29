package dev.stator.lifecycle.read;

import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.key.Utf8Order;
import dev.stator.lifecycle.spec.KeyLayout;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Several runs that are each in order, as one run in order: what scatter-gather reads of write shards, or of several states,
 * come down to. It holds one element of each run.
 */
public final class MergedSlices {
    private MergedSlices() {}

    /** Slices whose items come in the order of their timestamps, of any states and owners. */
    public static Stream<LifecycleItem> byTime(LifecycleSpec spec, List<Slice> slices, boolean newestFirst) {
        Comparator<LifecycleItem> order = spec.keys().hasTimestamp()
                ? Comparator.comparing(item -> item.fields().time(KeyLayout.TIMESTAMP))
                : Comparator.comparing(item -> item.key().sort(), Utf8Order.COMPARATOR);
        List<Slice> ordered = slices.stream()
                .map(slice -> newestFirst ? slice.newestFirst() : slice.oldestFirst())
                .toList();
        return merge(ordered, Slice::iterator, newestFirst ? order.reversed() : order);
    }

    /**
     * Merges runs.
     *
     * @param order the order that every run is in; of equal elements that of the earlier run comes first
     */
    public static <R, T> Stream<T> merge(List<R> runs, Function<R, Iterator<T>> open, Comparator<? super T> order) {
        Comparator<Head<T>> heads =
                Comparator.<Head<T>, T>comparing(Head::element, order).thenComparing(Head::run);
        Iterator<T> merged = new Iterator<>() {
            private final PriorityQueue<Head<T>> queue = new PriorityQueue<>(Math.max(1, runs.size()), heads);
            private boolean isOpen;

            @Override
            public boolean hasNext() {
                if (!isOpen) {
                    isOpen = true;
                    List<Iterator<T>> iterators = new ArrayList<>();
                    runs.forEach(run -> iterators.add(open.apply(run)));
                    for (int i = 0; i < iterators.size(); i++) {
                        add(i, iterators.get(i));
                    }
                }
                return !queue.isEmpty();
            }

            private void add(int run, Iterator<T> rest) {
                if (rest.hasNext()) {
                    queue.add(new Head<>(rest.next(), run, rest));
                }
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Head<T> head = queue.remove();
                add(head.run, head.rest);
                return head.element;
            }
        };
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(merged, Spliterator.ORDERED), false);
    }

    /** The first element of a run that has not been taken. */
    private record Head<T>(T element, int run, Iterator<T> rest) {}
}
