package dev.stator.core.table;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.protocol.JsonWriter;
import java.time.Instant;
import java.util.function.Supplier;

/** A table's continuous backups, as the operations on them find and show them. */
public record BackupsDescription(TableDefinition table, Instant now) {
    /**
     * Calls what looks a table up.
     *
     * @throws ApiException TableNotFoundException, which only the operations on backups have, if there is none
     */
    public static TableDefinition find(String nameOrArn, Supplier<TableDefinition> lookup) {
        try {
            TableDefinition found = lookup.get();
            checkThere(found);
            return found;
        } catch (ApiException e) {
            throw e.type() == ErrorType.RESOURCE_NOT_FOUND ? notFound(TableArn.nameIn(nameOrArn)) : e;
        }
    }

    /** Throws if the table is on its way out. */
    public static void checkThere(TableDefinition table) {
        if (table.status() == Table.Status.DELETING) {
            throw notFound(table.name());
        }
    }

    private static ApiException notFound(String name) {
        return new ApiException(ErrorType.TABLE_NOT_FOUND, "Table not found: " + name);
    }

    /** Writes the whole answer. */
    public void write(JsonWriter out) {
        PointInTimeRecovery recovery = table.settings().attachments().pointInTimeRecovery();
        out.beginObject().field("ContinuousBackupsDescription").beginObject();
        // DynamoDB: this is no more than that the table could have backups; it always can.
        out.field("ContinuousBackupsStatus").string("ENABLED");
        out.field("PointInTimeRecoveryDescription").beginObject();
        out.field("PointInTimeRecoveryStatus").string(recovery == null ? "DISABLED" : "ENABLED");
        if (recovery != null) {
            out.field("RecoveryPeriodInDays").number(recovery.periodDays());
            out.field("EarliestRestorableDateTime").number(seconds(recovery.earliestRestorable(now)));
            out.field("LatestRestorableDateTime").number(seconds(recovery.latestRestorable(now)));
        }
        out.endObject().endObject().endObject();
    }

    private static double seconds(Instant instant) {
        return instant.toEpochMilli() / 1000.0;
    }
}
