package dev.stator.core.capacity;

import dev.stator.core.table.Table;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;

/** Sums up the units that each table has consumed since the database was opened, failed conditions included. */
public final class CapacityMeter {
    private final Map<String, Totals> tables = new ConcurrentHashMap<>();
    private final CapacityObserver observer;

    public CapacityMeter() {
        this(CapacityObserver.NONE);
    }

    /** @param observer is told of everything that is added, by the thread that adds it */
    public CapacityMeter(CapacityObserver observer) {
        this.observer = observer;
    }

    public void addRead(Table table, ConsumedCapacity consumed) {
        totals(table).read.add(consumed.total());
        observer.read(table.name(), consumed.total());
    }

    /** As {@link #addRead}, of a page; what else is known of it is for the {@link CapacityObserver}. */
    public void addPage(Table table, ConsumedCapacity consumed, boolean scan, int count, int scannedCount) {
        addRead(table, consumed);
        observer.evaluated(table.name(), scan, count, scannedCount);
    }

    public void addWrite(Table table, ConsumedCapacity consumed) {
        totals(table).write.add(consumed.total());
        observer.written(table.name(), consumed.total());
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
