package dev.stator.core.read;

import dev.stator.core.capacity.CapacityUnits;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Size;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Says what a {@link ReadPlan} would evaluate and consume, by the same {@link Evaluation} that its pages go through. Nothing
 * is consumed, metered or throttled. Bounded: a person waits for the answer while typing.
 */
public final class Predictor {
    /** How much is evaluated at most by default: some milliseconds' worth. */
    public static final int ENTRIES_MAX = 10_000;

    /** How long that may take by default. */
    public static final Duration TIME_MAX = Duration.ofMillis(50);

    private static final int ENTRIES_BETWEEN_LOOKS = 256;

    private final Engine engine;
    private final int pageBytesMax;
    private final int entriesMax;
    private final long nanosMax;
    private final LongSupplier nanoTime;

    /**
     * @param entriesMax the most entries that a prediction looks at
     * @param timeMax    how long it goes on looking
     * @param nanoTime   what measures that
     */
    public Predictor(Engine engine, int pageBytesMax, int entriesMax, Duration timeMax, LongSupplier nanoTime) {
        this.engine = engine;
        this.pageBytesMax = pageBytesMax;
        this.entriesMax = entriesMax;
        this.nanosMax = timeMax.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Predicts all pages of a plan. */
    public Prediction predict(ReadPlan plan) {
        Count count = new Count(plan);
        plan.visit(engine, count);
        Prediction counted = count.prediction();
        if (counted.exact()) {
            return counted;
        }
        return switch (plan.stretch()) {
            case ReadPlan.Slice slice -> withLast(counted, plan, slice);
            case ReadPlan.Segment segment -> segment.isWhole() ? withTotals(counted, plan) : counted;
        };
    }

    /** The same with the end of the slice, which can be found without a way through it. */
    private Prediction withLast(Prediction counted, ReadPlan plan, ReadPlan.Slice slice) {
        Item[] last = new Item[1];
        slice.visitReversed(engine, plan.source().tree(), plan.consistency(), entry -> {
            last[0] = plan.source().startKey(EncodedItem.wrap(entry.value()));
            return false;
        });
        return new Prediction(
                counted.items(),
                counted.matches(),
                counted.bytes(),
                counted.units(),
                counted.pages(),
                false,
                counted.first(),
                last[0]);
    }

    /** The same with what the tree is known to hold. Its pages' units are at least those of all bytes at once. */
    private Prediction withTotals(Prediction counted, ReadPlan plan) {
        Size size = engine.size(plan.source().tree());
        long items = Math.max(counted.items(), size.entries());
        long bytes = Math.max(counted.bytes(), size.bytes());
        long pages = Math.max(counted.pages(), Math.max(bytes / pageBytesMax, items / plan.limit()) + 1);
        double least = CapacityUnits.read(bytes, plan.consistent());
        return new Prediction(
                items, counted.matches(), bytes, Math.max(counted.units(), least), pages, false, counted.first(), null);
    }

    /** Evaluates page behind page, until the end or the bounds of a prediction. */
    private final class Count implements EntryVisitor {
        private final ReadPlan plan;
        private final long start = nanoTime.getAsLong();
        private Evaluation page;
        private long items;
        private long matches;
        private long bytes;
        private double units;
        private long pages = 1;
        private boolean isCutOff;
        private @Nullable EncodedItem first;
        private @Nullable EncodedItem last;

        Count(ReadPlan plan) {
            this.plan = plan;
            this.page = newPage();
        }

        @Override
        public boolean visit(Entry entry) {
            if (items >= entriesMax || (isTimeToLook() && nanoTime.getAsLong() - start > nanosMax)) {
                isCutOff = true;
                return false;
            }
            EncodedItem stored = EncodedItem.wrap(entry.value());
            if (first == null) {
                first = stored;
            }
            last = stored;
            items++;
            if (page.evaluate(stored) != null) {
                matches++;
            }
            if (page.isFull()) {
                endPage();
                page = newPage();
                pages++;
            }
            return true;
        }

        /** Not before some have been counted, so that a small slice is exact on a machine that stalls. */
        private boolean isTimeToLook() {
            return items > 0 && items % ENTRIES_BETWEEN_LOOKS == 0;
        }

        Prediction prediction() {
            // A page that was cut off before its first item is counted, but what it costs is not known.
            if (!isCutOff || page.scannedCount() > 0) {
                endPage();
            }
            ReadSource source = plan.source();
            return new Prediction(
                    items,
                    matches,
                    bytes,
                    units,
                    pages,
                    !isCutOff,
                    first == null ? null : source.startKey(first),
                    last == null || isCutOff ? null : source.startKey(last));
        }

        private void endPage() {
            bytes += page.evaluatedBytes();
            units += page.consumed(plan.tableName()).total();
        }

        private Evaluation newPage() {
            return new Evaluation(
                    engine,
                    plan.source(),
                    plan.selection(),
                    plan.filter(),
                    plan.limit(),
                    pageBytesMax,
                    plan.consistent());
        }
    }
}
