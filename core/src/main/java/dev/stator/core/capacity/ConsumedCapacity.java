package dev.stator.core.capacity;

import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.table.Index;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what one request costs on one table and its indexes, in units exact to the half. In a transaction an item costs
 * twice as much, since it is prepared and then committed; an index entry does not, since it follows from the commit.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ConsumedCapacity.html">ConsumedCapacity</a>
 */
public final class ConsumedCapacity {
    private final String tableName;
    private final Kind kind;
    private double tableUnits;
    private final Map<String, Double> localIndexUnits = new LinkedHashMap<>(0);
    private final Map<String, Double> globalIndexUnits = new LinkedHashMap<>(0);

    /** @param tableName the table as the request named it, name or ARN */
    public ConsumedCapacity(String tableName) {
        this(tableName, Kind.SINGLE);
    }

    private ConsumedCapacity(String tableName, Kind kind) {
        this.tableName = tableName;
        this.kind = kind;
    }

    /** What TransactGetItems costs, which is told as read units. */
    public static ConsumedCapacity transactionalRead(String tableName) {
        return new ConsumedCapacity(tableName, Kind.TRANSACTIONAL_READ);
    }

    /** What TransactWriteItems costs, which is told as write units. */
    public static ConsumedCapacity transactionalWrite(String tableName) {
        return new ConsumedCapacity(tableName, Kind.TRANSACTIONAL_WRITE);
    }

    /** Adds the units of one item; a transaction doubles them here. */
    public void addTable(double units) {
        tableUnits += units * kind.factor;
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

    /** Units of the table and its local indexes, which have none of their own. */
    public double ofTable() {
        return tableUnits + sum(localIndexUnits);
    }

    /** Units of a global index. */
    public double ofIndex(Index index) {
        return globalIndexUnits.getOrDefault(index.name(), 0.0);
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
        writeMembers(out, total());
        if (detail == Detail.INDEXES) {
            out.field("Table");
            writeUnits(out, tableUnits);
            writeIndexes(out, "LocalSecondaryIndexes", localIndexUnits);
            writeIndexes(out, "GlobalSecondaryIndexes", globalIndexUnits);
        }
        out.endObject();
    }

    private void writeIndexes(JsonWriter out, String member, Map<String, Double> units) {
        if (!units.isEmpty()) {
            out.field(member).beginObject();
            units.forEach((index, indexUnits) -> {
                out.field(index);
                writeUnits(out, indexUnits);
            });
            out.endObject();
        }
    }

    private void writeUnits(JsonWriter out, double units) {
        out.beginObject();
        writeMembers(out, units);
        out.endObject();
    }

    private void writeMembers(JsonWriter out, double units) {
        out.field("CapacityUnits").number(units);
        if (kind.member != null) {
            out.field(kind.member).number(units);
        }
    }

    private static double sum(Map<String, Double> units) {
        double sum = 0;
        if (!units.isEmpty()) {
            for (double ofIndex : units.values()) {
                sum += ofIndex;
            }
        }
        return sum;
    }

    /** DynamoDB: only transactions tell read and write units apart, beside the sum. */
    private enum Kind {
        SINGLE(1, null),
        TRANSACTIONAL_READ(2, "ReadCapacityUnits"),
        TRANSACTIONAL_WRITE(2, "WriteCapacityUnits");

        private final int factor;
        private final @Nullable String member;

        Kind(int factor, @Nullable String member) {
            this.factor = factor;
            this.member = member;
        }
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
