package dev.stator.conformance;

import static dev.stator.conformance.TargetTest.at;
import static dev.stator.conformance.TargetTest.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.stator.core.Database;
import dev.stator.server.HttpLimits;
import dev.stator.server.HttpServer;
import dev.stator.storage.Commit;
import dev.stator.storage.Engine;
import dev.stator.storage.memory.MemoryEngine;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A global index is created and deleted while several clients write, and loses nothing. The filling is held up between its
 * look at the items and its commit, so that writers come between, and its states are there to be seen.
 */
@Timeout(120)
final class OnlineIndexTest {
    private static final int ITEMS = 1_000;
    private static final int WRITERS = 4;
    private static final int BATCH = 25;
    /** So many writes come between what the filling has seen and what it writes. */
    private static final int WRITES_BETWEEN = 200;

    private static final String TABLE = "Online";
    private static final String INDEX = "byGroup";
    private static final int TABLE_TREE = 16;
    private static final int FIRST_BATCHES = 2;

    private final long seed = System.nanoTime();
    private final Semaphore batches = new Semaphore(FIRST_BATCHES);
    private final AtomicInteger writes = new AtomicInteger();
    private volatile boolean stopped;

    @Test
    void onTheMemoryEngine() throws Exception {
        serve(new MemoryEngine());
    }

    @Test
    void onTheRocksDbEngine(@TempDir Path folder) throws Exception {
        serve(RocksDbEngine.open(folder.resolve("data"), RocksDbOptions.DEFAULTS));
    }

    private void serve(Engine engine) throws IOException, InterruptedException, ExecutionException {
        System.out.println("OnlineIndexTest seed " + seed);
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpLimits limits = HttpLimits.forHeap(Runtime.getRuntime().maxMemory());
        try (Database database = Database.open(holdingUpTheFilling(engine), InstantSource.system());
                HttpServer server = HttpServer.bind(anyPort, limits, InstantSource.system())) {
            server.start(database);
            Target target = new Target(
                    "held up",
                    URI.create("http://127.0.0.1:" + server.address().getPort()),
                    Region.EU_WEST_2,
                    StaticCredentialsProvider.create(AwsBasicCredentials.create("anybody", "anything")),
                    Duration.ZERO);
            try (DynamoDbClient dynamo = target.client()) {
                createAndDelete(dynamo);
            }
        }
    }

    private Engine holdingUpTheFilling(Engine engine) {
        return (Engine) Proxy.newProxyInstance(
                Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit") && isOfTheFilling((Commit) arguments[0])) {
                        batches.acquire();
                    }
                    try {
                        return method.invoke(engine, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** A client's write changes items, and entries of global indexes are derived from that. */
    private static boolean isOfTheFilling(Commit commit) {
        return !commit.changes().isEmpty()
                && commit.changes().stream().allMatch(change -> change.tree().id() > TABLE_TREE);
    }

    private void createAndDelete(DynamoDbClient dynamo) throws InterruptedException, ExecutionException {
        fill(dynamo);
        underLoad(dynamo, () -> {
            create(dynamo, INDEX);
            awaitStatus(dynamo, "CREATING true");
            assertThat(describe(dynamo).tableStatus()).isEqualTo(TableStatus.ACTIVE);
            assertThatThrownBy(() -> create(dynamo, "another"))
                    .isInstanceOf(LimitExceededException.class)
                    .hasMessageStartingWith("Subscriber limit exceeded: Only 1 online index can be created or deleted"
                            + " simultaneously per table");
            assertThatThrownBy(() -> scan(dynamo, INDEX))
                    .isInstanceOf(DynamoDbException.class)
                    .hasMessageStartingWith("Cannot read from backfilling global secondary index: " + INDEX);
            awaitWrites();
            batches.release(Integer.MAX_VALUE / 2);
            awaitStatus(dynamo, "ACTIVE");
        });
        assertThat(scan(dynamo, INDEX))
                .as("seed %s", seed)
                .isEqualTo(grouped(scan(dynamo, null)))
                .isNotEmpty();
        assertThat(Objects.requireNonNull(index(describe(dynamo))).itemCount())
                .isEqualTo(scan(dynamo, INDEX).size());

        underLoad(dynamo, () -> {
            dynamo.updateTable(update -> update.tableName(TABLE)
                    .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                            .delete(delete -> delete.indexName(INDEX))
                            .build()));
            awaitStatus(dynamo, "");
            awaitWrites();
        });
        assertThat(describe(dynamo).tableStatus()).isEqualTo(TableStatus.ACTIVE);
        assertThat(describe(dynamo).itemCount()).isEqualTo(scan(dynamo, null).size());
    }

    private void fill(DynamoDbClient dynamo) {
        dynamo.createTable(table -> table.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(TargetTest.string("p"))
                .keySchema(TargetTest.hash("p")));
        for (int i = 0; i < ITEMS; i += BATCH) {
            List<WriteRequest> batch = IntStream.range(i, i + BATCH)
                    .mapToObj(item -> WriteRequest.builder()
                            .putRequest(put -> put.item(item(item, item % 50)))
                            .build())
                    .toList();
            dynamo.batchWriteItem(write -> write.requestItems(Map.of(TABLE, batch)));
        }
    }

    private static Map<String, AttributeValue> item(int item, int group) {
        return Map.of("p", fromS("i" + item), "g", fromS("g" + group), "v", fromN(Integer.toString(group)));
    }

    private static void create(DynamoDbClient dynamo, String name) {
        dynamo.updateTable(update -> update.tableName(TABLE)
                .attributeDefinitions(TargetTest.string("g"))
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .create(index -> index.indexName(name)
                                .keySchema(TargetTest.hash("g"))
                                .projection(TargetTest.ALL))
                        .build()));
    }

    /** Does something while all writers write. */
    private void underLoad(DynamoDbClient dynamo, Runnable what) throws InterruptedException, ExecutionException {
        stopped = false;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = IntStream.range(0, WRITERS)
                    .<Future<?>>mapToObj(writer -> threads.submit(() -> write(dynamo, writer)))
                    .toList();
            try {
                awaitWrites();
                what.run();
            } finally {
                stopped = true;
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
    }

    private void awaitWrites() {
        int enough = writes.get() + WRITES_BETWEEN;
        while (writes.get() < enough) {
            TargetTest.pause();
        }
    }

    /** Writes items that no other writer does until it is told to stop. */
    private void write(DynamoDbClient dynamo, int writer) {
        Random random = new Random(seed + writer);
        while (!stopped) {
            int item = random.nextInt(ITEMS / WRITERS) * WRITERS + writer;
            switch (random.nextInt(4)) {
                case 0 -> dynamo.deleteItem(delete -> delete.tableName(TABLE).key(key("i" + item)));
                case 1 ->
                    dynamo.updateItem(update -> update.tableName(TABLE)
                            .key(key("i" + item))
                            .updateExpression("SET v = :v REMOVE g")
                            .expressionAttributeValues(Map.of(":v", fromN("1"))));
                case 2 ->
                    dynamo.updateItem(update -> update.tableName(TABLE)
                            .key(key("i" + item))
                            .updateExpression("SET g = :g, v = :v")
                            .expressionAttributeValues(Map.of(":g", fromS("moved"), ":v", fromN("2"))));
                default -> dynamo.putItem(put -> put.tableName(TABLE).item(item(item, random.nextInt(50))));
            }
            writes.incrementAndGet();
        }
    }

    private static void awaitStatus(DynamoDbClient dynamo, String status) {
        while (!status.equals(status(describe(dynamo)))) {
            TargetTest.pause();
        }
    }

    /** The state of the index, and whether it is being filled where that is told; empty if it is not there. */
    private static String status(TableDescription table) {
        GlobalSecondaryIndexDescription index = index(table);
        if (index == null) {
            return "";
        }
        return index.indexStatus() == IndexStatus.CREATING
                ? index.indexStatusAsString() + " " + index.backfilling()
                : index.indexStatusAsString();
    }

    private static TableDescription describe(DynamoDbClient dynamo) {
        return dynamo.describeTable(describe -> describe.tableName(TABLE)).table();
    }

    private static @Nullable GlobalSecondaryIndexDescription index(TableDescription table) {
        return table.globalSecondaryIndexes().stream()
                .filter(index -> index.indexName().equals(INDEX))
                .findFirst()
                .orElse(null);
    }

    /** All items by their key; those of the index if it is named. */
    private static Map<String, Map<String, AttributeValue>> scan(DynamoDbClient dynamo, @Nullable String index) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        dynamo.scanPaginator(scan -> scan.tableName(TABLE).indexName(index))
                .items()
                .forEach(items::add);
        Map<String, Map<String, AttributeValue>> byKey = new HashMap<>();
        items.forEach(item -> byKey.put(at(item, "p").s(), item));
        assertThat(byKey).hasSameSizeAs(items);
        return byKey;
    }

    private static Map<String, Map<String, AttributeValue>> grouped(Map<String, Map<String, AttributeValue>> items) {
        return items.entrySet().stream()
                .filter(item -> item.getValue().containsKey("g"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
