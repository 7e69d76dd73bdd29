package dev.stator.core.operation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stator.core.Limits;
import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.error.ApiException;
import dev.stator.core.housekeeping.Duties;
import dev.stator.core.housekeeping.Housekeeping;
import dev.stator.core.housekeeping.Timer;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.stream.Streams;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.core.write.Contention;
import dev.stator.core.write.IndexedItem;
import dev.stator.core.write.ItemWriter;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Growth;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The operations on tables, as a database has them, over a memory engine; but with a clock and background work that stand
 * still until told to go on, so that the states in between can be seen.
 */
final class TableFixture {
    final Engine engine;
    final Queue<Runnable> background = new ConcurrentLinkedQueue<>();
    final Tables tables;
    private final Operations operations;
    private final AtomicLong lastTableId = new AtomicLong();
    private Instant now = Instant.parse("2026-01-02T03:04:05.678Z");
    private Session session = Session.ANONYMOUS;

    TableFixture() {
        this(new MemoryEngine());
    }

    /** Opens the tables that the engine holds. */
    TableFixture(Engine engine) {
        this.engine = engine;
        Housekeeping housekeeping = new Housekeeping(() -> now, Timer.NEVER, Runnable::run);
        Streams streams = new Streams(engine, () -> now, Limits.DYNAMODB.streams(), housekeeping, Duties.ALL);
        this.tables = Tables.open(engine, background::add, IndexedItem::entry, streams, Duties.ALL);
        ItemWriter writer =
                new ItemWriter(engine, streams, tables, new CapacityMeter(), Limits.DYNAMODB, new Contention());
        this.operations = new Operations(List.of(
                new CreateTable(tables, () -> now, () -> new UUID(0, lastTableId.incrementAndGet())),
                new DeleteItem(engine, tables, writer),
                new DeleteTable(tables, () -> now),
                new DescribeEndpoints(),
                new DescribeLimits(),
                new DescribeTable(tables, () -> now),
                new DescribeTimeToLive(tables),
                new ListTables(tables),
                new PutItem(engine, tables, writer),
                new UpdateTable(tables, () -> now),
                new UpdateTimeToLive(tables, () -> {})));
    }

    Object call(String name, String request) {
        Operation operation = operations.find(name);
        if (operation == null) {
            throw new IllegalArgumentException("the fixture has no " + name);
        }
        JsonWriter out = new JsonWriter();
        operation.execute(new RequestReader(request.getBytes(UTF_8)), session, out);
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

    /** Puts an item into table {@code abc}, whose key is {@code p}. */
    void put(String item) {
        call("PutItem", "{\"TableName\":\"abc\",\"Item\":" + item + "}");
    }

    void remove(String key) {
        call("DeleteItem", "{\"TableName\":\"abc\",\"Key\":{\"p\":{\"S\":\"" + key + "\"}}}");
    }

    /** An item with a partition key {@code p}, and an attribute {@code g} that indexes are made for. */
    static String item(String p, String g) {
        return "{\"p\":{\"S\":\"" + p + "\"},\"g\":{\"S\":\"" + g + "\"}}";
    }

    /** Stores an item by an earlier state of its table, of whose later indexes the write knows nothing. */
    void putUnindexed(Table table, String p, String g) {
        EncodedItem item = EncodedItem.of(new Item(Map.of("p", new AttributeValue.S(p), "g", new AttributeValue.S(g))));
        EntryKey key = EntryKeys.ofTable(table.keys(), item);
        Commit commit = new Commit(
                List.of(new Expectation(table.tree(), key, Expectation.ABSENT)),
                List.of(new Change.Put(table.tree(), key, item.bytes())),
                List.of(),
                List.of(new Growth(table.tree(), null, 1, item.sizeBytes())));
        assertThat(engine.commit(commit)).isEqualTo(CommitResult.COMMITTED);
    }

    /** The partition keys of all items that are in a table or index, sorted. */
    List<String> keysIn(Tree tree) {
        List<String> keys = new ArrayList<>();
        engine.scan(tree, TokenRange.ALL, null, Consistency.STRONG, entry -> {
            AttributeValue key = EncodedItem.wrap(entry.value()).attribute("p");
            keys.add(key instanceof AttributeValue.S text ? text.value() : "?");
            return true;
        });
        keys.sort(null);
        return keys;
    }
}
