package dev.stator.core.partiql;

import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.read.PageReader;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import dev.stator.storage.TokenRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one page of what a {@link SelectPlan} selects, and writes its items as they come. */
public final class SelectReader {
    private final Engine engine;
    private final int pageBytesMax;

    public SelectReader(Engine engine, int pageBytesMax) {
        this.engine = engine;
        this.pageBytesMax = pageBytesMax;
    }

    /**
     * Where a page begins.
     *
     * @param slice the number of the slice; 0 for a scan
     * @param after the entry behind which it goes on there; null for the slice's beginning
     */
    public record Place(int slice, @Nullable EntryKey after) {
        static final Place START = new Place(0, null);
    }

    /**
     * What a page came to, and how it ended.
     *
     * @param scan         whether it went through the whole table or index
     * @param count        the items that the filter kept
     * @param scannedCount the items that were evaluated
     * @param lastKey      the key of the last of them; null, as is {@code next}, where there is nothing more
     */
    public record Page(
            ConsumedCapacity consumed,
            boolean scan,
            int count,
            int scannedCount,
            @Nullable Item lastKey,
            @Nullable Place next) {}

    /** Reads one page and writes its items as an array. */
    public Page read(
            SelectPlan plan, String tableName, int limit, boolean consistent, @Nullable Place start, JsonWriter out) {
        Place from = start == null ? Place.START : start;
        out.beginArray();
        Page page = plan.slices() == null
                ? scan(plan, tableName, limit, consistent, from, out)
                : slices(plan, plan.slices(), tableName, Math.min(limit, plan.itemsMax()), consistent, from, out);
        out.endArray();
        return page;
    }

    private Page scan(SelectPlan plan, String tableName, int limit, boolean consistent, Place from, JsonWriter out) {
        PageReader page = page(plan, limit, pageBytesMax, consistent, out);
        engine.scan(plan.source().tree(), TokenRange.ALL, from.after(), page.consistency(), page);
        Item lastKey = page.lastKey();
        Place next = lastKey == null ? null : new Place(0, plan.source().entryKey(lastKey));
        return new Page(page.consumed(tableName), true, page.count(), page.scannedCount(), lastKey, next);
    }

    private Page slices(
            SelectPlan plan,
            List<SelectPlan.Slice> slices,
            String tableName,
            int limit,
            boolean consistent,
            Place from,
            JsonWriter out) {
        ConsumedCapacity consumed = new ConsumedCapacity(tableName);
        int count = 0;
        int items = 0;
        long bytes = 0;
        for (int i = from.slice(); i < slices.size(); i++) {
            SelectPlan.Slice slice = slices.get(i);
            EntryKey after = i == from.slice() ? from.after() : null;
            PageReader page = page(plan, limit - items, (int) (pageBytesMax - bytes), consistent, out);
            engine.slice(
                    plan.source().tree(),
                    slice.collection(),
                    slice.positions().toRange(plan.direction(), after == null ? null : after.position()),
                    page.consistency(),
                    page);
            consumed.add(page.consumed(tableName));
            count += page.count();
            items += page.scannedCount();
            bytes += page.evaluatedBytes();
            Item lastKey = page.lastKey();
            if (lastKey != null) {
                Place next = slice.isPoint()
                        ? new Place(i + 1, null)
                        : new Place(i, plan.source().entryKey(lastKey));
                return next.slice() < slices.size()
                        ? new Page(consumed, false, count, items, lastKey, next)
                        : new Page(consumed, false, count, items, null, null);
            }
        }
        if (slices.isEmpty()) {
            // Nothing found costs as much as the smallest item, even where nothing can be found.
            consumed.add(page(plan, limit, pageBytesMax, consistent, out).consumed(tableName));
        }
        return new Page(consumed, false, count, items, null, null);
    }

    private PageReader page(SelectPlan plan, int limit, int bytesMax, boolean consistent, JsonWriter out) {
        return new PageReader(engine, plan.source(), plan.selection(), plan.filter(), limit, bytesMax, consistent, out);
    }
}
