package dev.stator.core.capacity;

import dev.stator.core.capacity.Throttle.Direction;
import dev.stator.core.table.Index;
import dev.stator.core.table.Table;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import org.jspecify.annotations.Nullable;

/**
 * Sums up the units that each table has consumed since the database was opened, failed conditions included, and takes them
 * from what the {@link Throttle} lets through.
 */
public final class CapacityMeter {
    private final Map<String, Totals> tables = new ConcurrentHashMap<>();
    private final CapacityObserver observer;
    private final Throttle throttle;

    /** A meter that nothing is refused for. */
    public CapacityMeter() {
        this(CapacityObserver.NONE, Throttle.OFF);
    }

    /** @param observer is told of everything that is added, by the thread that adds it */
    public CapacityMeter(CapacityObserver observer, Throttle throttle) {
        this.observer = observer;
        this.throttle = throttle;
    }

    /** What to ask before a table is read or written. */
    public Throttle throttle() {
        return throttle;
    }

    public void addRead(Table table, ConsumedCapacity consumed) {
        totals(table).read.add(consumed.total());
        observer.read(table.name(), consumed.total());
        throttle.charge(table, Direction.READ, consumed);
    }

    /**
     * Adds a read that kept to one collection.
     *
     * @param index null if the table was read
     */
    public void addRead(Table table, @Nullable Index index, byte[] collection, ConsumedCapacity consumed) {
        addRead(table, consumed);
        throttle.chargePartition(table, index, Direction.READ, collection, consumed.total());
    }

    /** As {@link #addRead}, of a page; what else is known of it is for the {@link CapacityObserver}. */
    public void addPage(Table table, ConsumedCapacity consumed, boolean scan, int count, int scannedCount) {
        addRead(table, consumed);
        observer.evaluated(table.name(), scan, count, scannedCount);
    }

    public void addWrite(Table table, ConsumedCapacity consumed) {
        totals(table).write.add(consumed.total());
        observer.written(table.name(), consumed.total());
        throttle.charge(table, Direction.WRITE, consumed);
    }

    /** Read units of the table and its indexes. */
    public double readUnits(String tableName) {
        Totals totals = tables.get(tableName);
        return totals == null ? 0 : totals.read.sum();
    }

    /** Write units of the table and its indexes. */
    public double writeUnits(String tableName) {
        Totals totals = tables.get(tableName);
        return totals == null ? 0 : totals.write.sum();
    }

    private Totals totals(Table table) {
        Totals totals = tables.get(table.name());
        return totals != null ? totals : tables.computeIfAbsent(table.name(), name -> new Totals());
    }

    private static final class Totals {
        private final DoubleAdder read = new DoubleAdder();
        private final DoubleAdder write = new DoubleAdder();
    }
}
