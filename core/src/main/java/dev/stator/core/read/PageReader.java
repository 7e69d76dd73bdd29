package dev.stator.core.read;

import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.expression.Condition;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Turns the entries of a slice or scan into one page of a response: counts, filters, projects and writes them as they come,
 * until the limit or 1 MB is evaluated. Items go from stored bytes to JSON; only filters and projections look into them.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html">Query</a>, Limit and
 *     LastEvaluatedKey
 */
public final class PageReader implements EntryVisitor {
    private final ReadSource source;
    private final Selection selection;
    private final Evaluation evaluation;
    private final JsonWriter out;
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
        this.source = source;
        this.selection = selection;
        this.evaluation = new Evaluation(engine, source, selection, filter, limit, pageBytesMax, consistent);
        this.out = out;
    }

    /** A page of what a Query or Scan reads. */
    public PageReader(Engine engine, ReadPlan plan, int pageBytesMax, JsonWriter out) {
        this(
                engine,
                plan.source(),
                plan.selection(),
                plan.filter(),
                plan.limit(),
                pageBytesMax,
                plan.consistent(),
                out);
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
        out.field("Count").number(count());
        out.field("ScannedCount").number(scannedCount());
        Item lastKey = lastKey();
        if (lastKey != null) {
            out.field("LastEvaluatedKey").attributes(lastKey);
        }
    }

    /** How many items were evaluated. */
    public int scannedCount() {
        return evaluation.scannedCount();
    }

    /** Bytes of the items that were evaluated. */
    public long evaluatedBytes() {
        return evaluation.evaluatedBytes();
    }

    /** The key of the item at which the page ended, because the limit or 1 MB was reached; null where the source ended. */
    public @Nullable Item lastKey() {
        return last == null ? null : source.startKey(last);
    }

    /** What the page cost: all that was evaluated summed and then rounded, fetched items rounded one by one. */
    public ConsumedCapacity consumed(String tableName) {
        return evaluation.consumed(tableName);
    }

    /** How many items of the page the filter kept. */
    public int count() {
        return evaluation.count();
    }

    public Consistency consistency() {
        return evaluation.consistency();
    }

    @Override
    public boolean visit(Entry entry) {
        EncodedItem stored = EncodedItem.wrap(entry.value());
        EncodedItem item = evaluation.evaluate(stored);
        if (item != null && selection.items()) {
            writeItem(item);
        }
        if (evaluation.isFull()) {
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
}
