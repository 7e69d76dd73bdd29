package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Table;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.TableDescription;
import dev.stator.core.table.Tables;
import dev.stator.core.table.input.TableNameInput;
import dev.stator.core.table.update.InUse;
import dev.stator.storage.Size;
import java.time.InstantSource;

/**
 * Deletes a table with its items and indexes. The answer says DELETING, as DynamoDB's does; the table is gone then. A
 * deletion that a crash interrupts is finished at the next start.
 *
 * <p>Checks, in this order: TableName is there · its constraints · the table exists · it is not being deleted already · it
 * is not protected · none of its indexes is being created or deleted.
 */
public final class DeleteTable implements Operation {
    private final Tables tables;
    private final InstantSource clock;

    public DeleteTable(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.clock = clock;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        String name = TableNameInput.read(in);
        Size size = tables.size(tables.describe(name).tree());
        TableDefinition deleting = tables.delete(name, DeleteTable::decide);
        out.beginObject().field("TableDescription");
        new TableDescription(deleting, tree -> size, clock.instant()).writeDeleting(out);
        out.endObject();
    }

    private static TableDefinition decide(TableDefinition table) {
        InUse.checkNotDeleting(table);
        if (table.settings().deletionProtected()) {
            throw ApiException.validation("Resource cannot be deleted as it is currently protected against deletion."
                    + " Disable deletion protection first.");
        }
        if (table.changingIndex() != null) {
            throw InUse.inUse("Cannot delete table while indexes are being created, updated, or deleted.");
        }
        return table.withStatus(Table.Status.DELETING);
    }
}
