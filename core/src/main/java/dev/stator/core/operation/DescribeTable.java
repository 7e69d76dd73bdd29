package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.TableDescription;
import dev.stator.core.table.Tables;
import dev.stator.core.table.input.TableNameInput;
import java.time.InstantSource;

/**
 * Shows a table with its indexes, settings and sizes, which are exact here.
 *
 * <p>Checks, in this order: TableName is there · its constraints · the table exists.
 */
public final class DescribeTable implements Operation {
    private final Tables tables;
    private final InstantSource clock;

    public DescribeTable(Tables tables, InstantSource clock) {
        this.tables = tables;
        this.clock = clock;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        TableDefinition table = tables.describe(TableNameInput.read(in));
        out.beginObject().field("Table");
        new TableDescription(table, tables::size, clock.instant()).write(out);
        out.endObject();
    }
}
