package dev.stator.core.stream;

import static dev.stator.core.operation.StreamFixture.list;
import static dev.stator.core.operation.StreamFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.operation.StreamFixture;
import dev.stator.core.serializability.PausingEngine;
import dev.stator.storage.Engine;
import dev.stator.storage.memory.MemoryEngine;
import dev.stator.storage.rocksdb.Durability;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many clients write few items while shards split and roll over, and consumers see each change once and in order. */
class StreamConsistencyTest {
    private static final Duration BUDGET = Duration.ofSeconds(2);
    /** Between two things beside the writes, which they shall not crowd out. */
    private static final long PAUSE_NANOS = 2_000_000;

    private static final int WRITERS = 8;
    private static final int KEYS = 6;

    /** Shards that split after some twenty writes, roll over all the time, and run out of reserved numbers often. */
    private static final StreamLimits RESTLESS = new StreamLimits(
            20,
            Duration.ofSeconds(1),
            10L << 30,
            12,
            Duration.ofMillis(300),
            Duration.ofHours(24),
            Duration.ofMinutes(15),
            16,
            500);

    @TempDir
    Path folder;

    private final AtomicLong values = new AtomicLong();
    private volatile boolean stopped;

    /** The engines that run in one process. */
    enum Kind {
        MEMORY,
        ROCKSDB
    }

    private StreamFixture open(Kind kind) {
        // What is durable is tested with the engine; here it is the number of commits that counts.
        RocksDbOptions options = RocksDbOptions.DEFAULTS.withDurability(Durability.OS);
        Engine engine = kind == Kind.MEMORY ? new MemoryEngine() : RocksDbEngine.open(folder.resolve("data"), options);
        return new StreamFixture(new PausingEngine(engine), RESTLESS, InstantSource.system());
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLostDoubledOrOutOfOrder(Kind kind) throws Exception {
        try (StreamFixture db = open(kind)) {
            db.table("Tab", "NEW_AND_OLD_IMAGES");
            String arn = db.arn("Tab");
            Replay live = new Replay(true);
            StreamConsumer consumer = new StreamConsumer(db, arn, 7, live::add);
            work(db, consumer::poll, db::runDue);

            consumer.drain();
            assertThat(live.anomalies()).isEmpty();
            assertThat(live.items()).isEqualTo(items(db));

            Replay again = new Replay(true);
            StreamConsumer second = new StreamConsumer(db, arn, 1_000, again::add);
            second.drain();
            assertThat(again.anomalies()).isEmpty();
            assertThat(again.count()).isEqualTo(live.count()).isGreaterThan(100);
            assertThat(second.shardsEnded()).as("shards read to their end").isGreaterThan(10);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStreamHasAllChangesFromItsBeginningToItsEnd(Kind kind) throws Exception {
        try (StreamFixture db = open(kind)) {
            db.table("Tab", "NEW_AND_OLD_IMAGES");
            List<String> arns = new ArrayList<>();
            arns.add(db.arn("Tab"));
            work(db, () -> {
                db.disable("Tab");
                db.enable("Tab", "NEW_AND_OLD_IMAGES");
                arns.add(db.arn("Tab"));
            });

            assertThat(arns.size()).isGreaterThan(3);
            Replay last = new Replay(false);
            for (String arn : arns) {
                last = new Replay(false);
                new StreamConsumer(db, arn, 100, last::add).drain();
                assertThat(last.anomalies()).as(arn).isEmpty();
            }
            // Of items that nobody has changed since the last stream began it knows nothing.
            Map<String, Object> items = items(db);
            items.keySet().retainAll(last.keys());
            assertThat(last.items()).isEqualTo(items);
        }
    }

    /** Runs the writers, and beside them other work again and again, until the time is over. */
    private void work(StreamFixture db, Runnable... beside) throws Exception {
        try (ExecutorService executor = Executors.newCachedThreadPool()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                Random random = new Random(i);
                running.add(executor.submit(() -> repeat(() -> write(db, random))));
            }
            for (Runnable each : beside) {
                running.add(executor.submit(() -> repeat(() -> {
                    each.run();
                    LockSupport.parkNanos(PAUSE_NANOS);
                })));
            }
            Thread.sleep(BUDGET);
            stopped = true;
            for (Future<?> each : running) {
                each.get();
            }
        }
    }

    private void repeat(Runnable work) {
        while (!stopped) {
            work.run();
        }
    }

    /** Writes one item or several, each to a value that it never had. */
    private void write(StreamFixture db, Random random) {
        String key = key(random);
        switch (random.nextInt(6)) {
            case 0, 1 -> db.put("Tab", item(key));
            case 2, 3 -> db.delete("Tab", key);
            case 4 -> {
                String other = "k" + (Integer.parseInt(key.substring(1)) + 1) % KEYS;
                db.call(
                        "TransactWriteItems",
                        "{'TransactItems':[{'Put':{'TableName':'Tab','Item':{" + item(key) + "}}},"
                                + "{'Delete':{'TableName':'Tab','Key':{'p':{'S':'" + other + "'}}}}]}");
            }
            default -> {
                String other = "k" + (Integer.parseInt(key.substring(1)) + 1) % KEYS;
                db.call(
                        "BatchWriteItem",
                        "{'RequestItems':{'Tab':[{'PutRequest':{'Item':{" + item(key) + "}}},{'PutRequest':{'Item':{"
                                + item(other) + "}}}]}}");
            }
        }
    }

    private static String key(Random random) {
        return "k" + random.nextInt(KEYS);
    }

    private String item(String key) {
        return "'p':{'S':'" + key + "'},'v':{'N':'" + values.incrementAndGet() + "'}";
    }

    /** The items of the table, by their key. */
    private static Map<String, Object> items(StreamFixture db) {
        Map<String, Object> items = new HashMap<>();
        for (Object item : list(db.call("Scan", "{'TableName':'Tab','ConsistentRead':true}"), "Items")) {
            items.put(text(item, "p.S"), item);
        }
        return items;
    }
}
