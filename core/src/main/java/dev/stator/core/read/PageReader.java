package dev.stator.core.read;

import dev.stator.core.capacity.CapacityUnits;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.expression.Condition;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.KeyAttribute;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.EntryVisitor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the entries of a slice or scan into one page of a response: counts, filters, projects and writes them as they come,
 * until the limit or 1 MB is evaluated. Items go from stored bytes to JSON; only filters and projections look into them.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html">Query</a>, Limit and
 *     LastEvaluatedKey
 */
public final class PageReader implements EntryVisitor {
    private final Engine engine;
    private final ReadSource source;
    private final Selection selection;
    private final @Nullable Condition filter;
    private final int limit;
    private final int pageBytesMax;
    private final boolean consistent;
    private final JsonWriter out;

    private int count;
    private int scannedCount;
    private long sourceBytes;
    private double fetchUnits;
    private long evaluatedBytes;
    private @Nullable EncodedItem last;

    /**
     * @param filter null keeps all items
     * @param limit  the most items to evaluate, filtered ones included
     */
    public PageReader(
            Engine engine,
            ReadSource source,
            Selection selection,
            @Nullable Condition filter,
            int limit,
            int pageBytesMax,
            boolean consistent,
            JsonWriter out) {
        this.engine = engine;
        this.source = source;
        this.selection = selection;
        this.filter = filter;
        this.limit = limit;
        this.pageBytesMax = pageBytesMax;
        this.consistent = consistent;
        this.out = out;
    }

    /** Writes the members Items, Count, ScannedCount and LastEvaluatedKey of what {@code reading} visits. */
    public void write(Runnable reading) {
        if (selection.items()) {
            out.field("Items").beginArray();
        }
        reading.run();
        if (selection.items()) {
            out.endArray();
        }
        out.field("Count").number(count);
        out.field("ScannedCount").number(scannedCount);
        Item lastKey = lastKey();
        if (lastKey != null) {
            out.field("LastEvaluatedKey").attributes(lastKey);
        }
    }

    /** How many items were evaluated. */
    public int scannedCount() {
        return scannedCount;
    }

    /** Bytes of the items that were evaluated. */
    public long evaluatedBytes() {
        return evaluatedBytes;
    }

    /** The key of the item at which the page ended, because the limit or 1 MB was reached; null where the source ended. */
    public @Nullable Item lastKey() {
        if (last == null) {
            return null;
        }
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        for (KeyAttribute attribute : source.startKeyAttributes()) {
            key.put(attribute.name(), value(last, attribute));
        }
        return new Item(key);
    }

    /** What the page cost: all that was evaluated summed and then rounded, fetched items rounded one by one. */
    public ConsumedCapacity consumed(String tableName) {
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

    /** How many items of the page the filter kept. */
    public int count() {
        return count;
    }

    public Consistency consistency() {
        return consistent ? Consistency.STRONG : Consistency.EVENTUAL;
    }

    @Override
    public boolean visit(Entry entry) {
        EncodedItem stored = EncodedItem.wrap(entry.value());
        scannedCount++;
        sourceBytes += stored.sizeBytes();
        evaluatedBytes += stored.sizeBytes();
        EncodedItem item = selection.fetch() ? fetch(stored) : stored;
        if (filter == null || filter.matches(item)) {
            count++;
            if (selection.items()) {
                writeItem(item);
            }
        }
        if (scannedCount >= limit || evaluatedBytes >= pageBytesMax) {
            last = stored;
            return false;
        }
        return true;
    }

    private void writeItem(EncodedItem item) {
        if (selection.projection() == null) {
            out.attributes(item);
        } else {
            out.attributes(selection.projection().apply(item));
        }
    }

    // Entries of a local index change with the item in one commit, so the item is there unless it changed between the
    // two
    // reads; then the entry itself stands in for it.
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

    private static AttributeValue value(EncodedItem item, KeyAttribute attribute) {
        return Objects.requireNonNull(item.attribute(attribute.name()), attribute.name());
    }
}
