package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Index;
import dev.stator.core.table.IndexEntry;
import dev.stator.core.table.KeyAttribute;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.storage.Change;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.memory.MemoryEngine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The operations on tables over a memory engine, with a clock and background work that stand still until told to go on. */
final class TableFixture {
    final Engine engine;
    final Queue<Runnable> background = new ArrayDeque<>();
    final Tables tables;
    private Instant now = Instant.parse("2026-01-02T03:04:05.678Z");
    private Session session = Session.ANONYMOUS;
    private long lastTableId;

    TableFixture() {
        this(new MemoryEngine());
    }

    /** Opens the tables that the engine holds. */
    TableFixture(Engine engine) {
        this.engine = engine;
        this.tables = Tables.open(engine, background::add, TableFixture::entry);
    }

    Object call(String operation, String request) {
        JsonWriter out = new JsonWriter();
        operation(operation).execute(new RequestReader(request.getBytes(StandardCharsets.UTF_8)), session, out);
        return Json.parse(out.toByteArray());
    }

    /** What the operation throws. */
    ApiException refused(String operation, String request) {
        ApiException refused = catchThrowableOfType(ApiException.class, () -> call(operation, request));
        if (refused == null) {
            throw new AssertionError(operation + " was not refused: " + request);
        }
        return refused;
    }

    /** Runs the background's next step; false if there is none. */
    boolean step() {
        Runnable step = background.poll();
        if (step != null) {
            step.run();
        }
        return step != null;
    }

    /** Runs the background until it has nothing more to do. */
    void settle() {
        while (step()) {
            // each step may submit another one
        }
    }

    void sleep(Duration duration) {
        now = now.plus(duration);
    }

    void asCaller(Session caller) {
        session = caller;
    }

    private Operation operation(String name) {
        return List.<Operation>of(
                        new CreateTable(tables, () -> now, () -> new UUID(0, ++lastTableId)),
                        new DescribeTable(tables, () -> now))
                .stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Entries of hash-only string keys, enough to see that an index is filled. */
    private static @Nullable IndexEntry entry(Table table, Index index, Entry item) {
        EncodedItem stored = EncodedItem.wrap(item.value());
        StringBuilder key = new StringBuilder();
        for (KeyAttribute attribute : index.keys().attributes()) {
            AttributeValue value = stored.attribute(attribute.name());
            if (!(value instanceof AttributeValue.S text) || attribute.type() != AttributeValue.Type.S) {
                return null;
            }
            key.append(text.value());
        }
        EntryKey entryKey = new EntryKey(
                key.toString().getBytes(StandardCharsets.UTF_8), item.key().collection());
        return new IndexEntry(new Change.Put(index.tree(), entryKey, item.value()), stored.sizeBytes());
    }
}
