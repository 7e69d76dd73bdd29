package dev.stator.core.capacity;

import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.table.Index;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what one request costs on one table and its indexes, in units exact to the half.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ConsumedCapacity.html">ConsumedCapacity</a>
 */
public final class ConsumedCapacity {
    private final String tableName;
    private double tableUnits;
    private final Map<String, Double> localIndexUnits = new LinkedHashMap<>();
    private final Map<String, Double> globalIndexUnits = new LinkedHashMap<>();

    /** @param tableName the table as the request named it, name or ARN */
    public ConsumedCapacity(String tableName) {
        this.tableName = tableName;
    }

    public void addTable(double units) {
        tableUnits += units;
    }

    public void addIndex(Index index, double units) {
        (index.isGlobal() ? globalIndexUnits : localIndexUnits).merge(index.name(), units, Double::sum);
    }

    /** Adds all of another request's part on the same table. */
    public void add(ConsumedCapacity other) {
        tableUnits += other.tableUnits;
        other.localIndexUnits.forEach((index, units) -> localIndexUnits.merge(index, units, Double::sum));
        other.globalIndexUnits.forEach((index, units) -> globalIndexUnits.merge(index, units, Double::sum));
    }

    /** Units of the table and all its indexes. */
    public double total() {
        return tableUnits + sum(localIndexUnits) + sum(globalIndexUnits);
    }

    /** Writes the member {@code ConsumedCapacity} if the request asked for it. */
    public void writeMember(JsonWriter out, Detail detail) {
        if (detail != Detail.NONE) {
            out.field("ConsumedCapacity");
            write(out, detail);
        }
    }

    /** Writes the structure itself. */
    public void write(JsonWriter out, Detail detail) {
        out.beginObject();
        out.field("TableName").string(tableName);
        out.field("CapacityUnits").number(total());
        if (detail == Detail.INDEXES) {
            out.field("Table");
            writeUnits(out, tableUnits);
            writeIndexes(out, "LocalSecondaryIndexes", localIndexUnits);
            writeIndexes(out, "GlobalSecondaryIndexes", globalIndexUnits);
        }
        out.endObject();
    }

    private static void writeIndexes(JsonWriter out, String member, Map<String, Double> units) {
        if (!units.isEmpty()) {
            out.field(member).beginObject();
            units.forEach((index, indexUnits) -> {
                out.field(index);
                writeUnits(out, indexUnits);
            });
            out.endObject();
        }
    }

    private static void writeUnits(JsonWriter out, double units) {
        out.beginObject().field("CapacityUnits").number(units).endObject();
    }

    private static double sum(Map<String, Double> units) {
        return units.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** How much of it the caller wants to be told: ReturnConsumedCapacity. */
    public enum Detail {
        NONE,
        TOTAL,
        INDEXES;

        /** The value of ReturnConsumedCapacity; absent means none. Requires: the value passed the enum check. */
        public static Detail of(@Nullable String returnConsumedCapacity) {
            return returnConsumedCapacity == null ? NONE : valueOf(returnConsumedCapacity);
        }
    }
}
