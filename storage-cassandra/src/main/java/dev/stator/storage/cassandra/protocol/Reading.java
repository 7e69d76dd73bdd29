package dev.stator.storage.cassandra.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a collection and some of its rows, at one moment. Rows that do not exist are left out. */
public record Reading(Head head, List<Row> rows) {
    /** The row with this key, or null. */
    public @Nullable Row row(RowKey key) {
        for (Row row : rows) {
            if (row.key().equals(key)) {
                return row;
            }
        }
        return null;
    }

    /** The version of the row, or that of an absent entry. */
    long version(RowKey key) {
        Row row = row(key);
        return row == null ? 0 : row.version();
    }
}
