package dev.stator.core.capacity;

import dev.stator.core.table.Table;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;

/** Sums up the units that each table has consumed since the database was opened, failed conditions included. */
public final class CapacityMeter {
    private final Map<String, Totals> tables = new ConcurrentHashMap<>();

    public void addRead(Table table, ConsumedCapacity consumed) {
        totals(table).read.add(consumed.total());
    }

    public void addWrite(Table table, ConsumedCapacity consumed) {
        totals(table).write.add(consumed.total());
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
