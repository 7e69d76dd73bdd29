package dev.stator.core.file;

import dev.stator.core.item.EncodedItem;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.table.Table;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.TokenRange;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Writes all tables with their items, one at a time, whatever their size. */
public final class DataFileWriter {
    private final Engine engine;
    private final Tables tables;

    public DataFileWriter(Engine engine, Tables tables) {
        this.engine = engine;
        this.tables = tables;
    }

    /**
     * Writes tables by name, and their items in the order of a Scan. What is written meanwhile may be in the file or not. The
     * stream stays open.
     */
    public void write(OutputStream target) throws IOException {
        OutputStream out = new BufferedOutputStream(target, 1 << 16);
        try {
            for (String name : tables.names()) {
                TableDefinition table = tables.describe(name);
                if (table.status() == Table.Status.ACTIVE || table.status() == Table.Status.UPDATING) {
                    writeLine(out, TableHeader.of(table));
                    engine.scan(table.tree(), TokenRange.ALL, null, Consistency.STRONG, entry -> {
                        writeItem(out, EncodedItem.wrap(entry.value()));
                        return true;
                    });
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        out.flush();
    }

    private static void writeItem(OutputStream out, EncodedItem item) {
        JsonWriter line = new JsonWriter();
        line.beginObject();
        line.field("Item").attributes(item);
        line.endObject();
        try {
            writeLine(out, line.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void writeLine(OutputStream out, byte[] line) throws IOException {
        out.write(line);
        out.write('\n');
    }
}
