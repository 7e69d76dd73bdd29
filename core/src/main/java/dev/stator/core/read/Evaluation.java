package dev.stator.core.read;

import dev.stator.core.capacity.CapacityUnits;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.expression.Condition;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.table.EntryKeys;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the items of one page, one by one: reads what a local index lacks of them, filters, sums up, and knows when the
 * page is full. {@link PageReader} writes what it keeps, {@link Predictor} only counts. Not thread-safe.
 */
final class Evaluation {
    private final Engine engine;
    private final ReadSource source;
    private final Selection selection;
    private final @Nullable Condition filter;
    private final int limit;
    private final int pageBytesMax;
    private final boolean consistent;

    private int count;
    private int scannedCount;
    private long sourceBytes;
    private double fetchUnits;
    private long evaluatedBytes;

    /**
     * @param filter null keeps all items
     * @param limit  the most items to evaluate, filtered ones included
     */
    Evaluation(
            Engine engine,
            ReadSource source,
            Selection selection,
            @Nullable Condition filter,
            int limit,
            int pageBytesMax,
            boolean consistent) {
        this.engine = engine;
        this.source = source;
        this.selection = selection;
        this.filter = filter;
        this.limit = limit;
        this.pageBytesMax = pageBytesMax;
        this.consistent = consistent;
    }

    /** The item behind what the source has stored, or null if the filter does not keep it. */
    @Nullable
    EncodedItem evaluate(EncodedItem stored) {
        scannedCount++;
        sourceBytes += stored.sizeBytes();
        evaluatedBytes += stored.sizeBytes();
        EncodedItem item = selection.fetch() ? fetch(stored) : stored;
        if (filter != null && !filter.matches(item)) {
            return null;
        }
        count++;
        return item;
    }

    /** Whether the page ends behind the item that was evaluated last. */
    boolean isFull() {
        return scannedCount >= limit || evaluatedBytes >= pageBytesMax;
    }

    /** How many items the filter kept. */
    int count() {
        return count;
    }

    /** How many items were evaluated. */
    int scannedCount() {
        return scannedCount;
    }

    /** Bytes of the items that were evaluated. */
    long evaluatedBytes() {
        return evaluatedBytes;
    }

    /** What the page cost: all that was evaluated summed and then rounded, fetched items rounded one by one. */
    ConsumedCapacity consumed(String tableName) {
        ConsumedCapacity consumed = new ConsumedCapacity(tableName);
        double units = CapacityUnits.read(sourceBytes, consistent);
        if (source.index() == null) {
            consumed.addTable(units);
        } else {
            consumed.addIndex(source.index(), units);
            consumed.addTable(fetchUnits);
        }
        return consumed;
    }

    Consistency consistency() {
        return consistent ? Consistency.STRONG : Consistency.EVENTUAL;
    }

    // Entries of a local index change with the item in one commit, so the item is there unless it changed between the
    // two reads; then the entry itself stands in for it.
    private EncodedItem fetch(EncodedItem indexed) {
        EntryKey key = EntryKeys.ofTable(source.table().keys(), indexed);
        Entry entry = engine.get(source.table().tree(), key.collection(), key.position(), consistency());
        if (entry == null) {
            return indexed;
        }
        EncodedItem item = EncodedItem.wrap(entry.value());
        fetchUnits += CapacityUnits.read(item.sizeBytes(), consistent);
        evaluatedBytes += item.sizeBytes();
        return item;
    }
}
