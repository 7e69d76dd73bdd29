package dev.stator.junit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One request that a {@link Stator} has answered.
 *
 * @param operation    its name on the wire, such as {@code PutItem}
 * @param tables       the names of the tables that it asked for or consumed units of, in alphabetical order
 * @param readUnits    consumed, of tables and indexes together, asked for or not
 * @param writeUnits   as {@code readUnits}
 * @param scan         whether it went through a whole table or index: Scan, and PartiQL without a key
 * @param count        the items that a Query or Scan gave back; 0 for all others
 *
 * @param scannedCount the items that a Query or Scan looked at; 0 for all others
 * @param error        the exception's name, such as {@code ConditionalCheckFailedException}, or {@code no answer}; null
 *                     if there was none
 * @param at           when it began, by the database's clock
 * @param duration     how long it took, by the database's clock; zero if that stands still
 */
public record RecordedRequest(
        String operation,
        List<String> tables,
        double readUnits,
        double writeUnits,
        boolean scan,
        int count,
        int scannedCount,
        @Nullable String error,
        Instant at,
        Duration duration) {

    /** Whether this is of that operation, such as {@code Scan}. */
    public boolean is(String operationName) {
        return operation.equals(operationName);
    }

    /** Whether this asked for the table, or consumed units of it. */
    public boolean concerns(String tableName) {
        return tables.contains(tableName);
    }

    /** The items that a Query or Scan looked at, and charged for, in vain: its filter dropped them. */
    public int discarded() {
        return scannedCount - count;
    }

    /** One line for a person: {@code Query Orders, 0.5 RCU, 3 of 120 items}. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(operation);
        if (!tables.isEmpty()) {
            line.append(' ').append(String.join("+", tables));
        }
        if (readUnits > 0) {
            line.append(", ").append(units(readUnits)).append(" RCU");
        }
        if (writeUnits > 0) {
            line.append(", ").append(units(writeUnits)).append(" WCU");
        }
        if (scannedCount > 0) {
            line.append(", ").append(count).append(" of ").append(scannedCount).append(" items");
        }
        if (error != null) {
            line.append(", ").append(error);
        }
        return line.toString();
    }

    static String units(double units) {
        return units == Math.rint(units) ? String.valueOf((long) units) : String.format(Locale.ROOT, "%.1f", units);
    }
}
