package dev.stator.server;

import static dev.stator.server.RawClient.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Database;
import dev.stator.core.Options;
import dev.stator.core.Session;
import dev.stator.core.housekeeping.Timer;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.table.Expiry;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills the server while it deletes expired items. Items, their index and their expiries must agree afterwards. */
@Timeout(180)
class KilledSweepTest {
    /** Of the first table that is created; the next is that of its index, then comes that of its expiries. */
    private static final Tree ITEMS = new Tree(16, 0);

    private static final Tree INDEX = new Tree(17, 0);
    private static final Tree EXPIRIES = new Tree(18, 0);

    private static final int EXPIRED = 3_000;
    private static final int LIVING = 100;
    private static final int BATCH = 25;
    private static final int KILLS = 3;
    private static final long LAST_DELAY_NANOS_MAX = 20_000_000;
    private static final String COUNT = "{\"TableName\":\"Killed\",\"Select\":\"COUNT\"}";

    private final long seed = System.nanoTime();

    @Test
    void nothingIsHalfDeletedAndTheSweepGoesOn(@TempDir Path folder) throws Exception {
        System.out.println("KilledSweepTest seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        Path data = folder.resolve("data");
        fill(data);
        for (int kill = 0; kill < KILLS; kill++) {
            int before = itemsThatAgree(data);
            try (ServerProcess server = ServerProcess.start(folder, "--data", "data", "--ttl-delay", "0s")) {
                awaitFewerThan(server, before);
                LockSupport.parkNanos(random.nextLong(LAST_DELAY_NANOS_MAX));
                server.kill();
            }
        }
        itemsThatAgree(data);
        try (Database database = open(data)) {
            database.runDue();
        }
        assertThat(itemsThatAgree(data)).isEqualTo(LIVING);
    }

    private static Database open(Path data) {
        return Database.open(
                RocksDbEngine.open(data, RocksDbOptions.DEFAULTS),
                InstantSource.system(),
                Options.DEFAULTS.withTimer(Timer.NEVER));
    }

    private static void fill(Path data) {
        try (Database database = open(data)) {
            execute(database, "CreateTable", """
                    {"TableName":"Killed","BillingMode":"PAY_PER_REQUEST",
                     "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},
                         {"AttributeName":"g","AttributeType":"S"}],
                     "KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],
                     "GlobalSecondaryIndexes":[{"IndexName":"gsi","Projection":{"ProjectionType":"ALL"},
                         "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}]}]}""");
            execute(database, "UpdateTimeToLive", """
                    {"TableName":"Killed","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"ttl"}}""");
            long now = Instant.now().getEpochSecond();
            for (int i = 0; i < EXPIRED + LIVING; i += BATCH) {
                StringBuilder requests = new StringBuilder();
                for (int j = i; j < i + BATCH; j++) {
                    requests.append(requests.isEmpty() ? "" : ",")
                            .append("{\"PutRequest\":{\"Item\":{\"p\":{\"S\":\"p")
                            .append(j)
                            .append("\"},\"g\":{\"S\":\"g")
                            .append(j % 7)
                            .append("\"},\"ttl\":{\"N\":\"")
                            .append(j < EXPIRED ? now - 10 : now + 100_000)
                            .append("\"}}}}");
                }
                execute(database, "BatchWriteItem", "{\"RequestItems\":{\"Killed\":[" + requests + "]}}");
            }
        }
    }

    private static void execute(Database database, String operation, String request) {
        database.execute(operation, request.getBytes(StandardCharsets.UTF_8), Session.ANONYMOUS);
    }

    private static void awaitFewerThan(ServerProcess server, int items) throws IOException {
        try (RawClient client = server.connect()) {
            long count = items;
            while (count >= items) {
                RawClient.Answer answer = client.exchange(call("Scan", COUNT));
                count = Long.parseLong(
                        String.valueOf(JsonTree.object(answer.body()).get("Count")));
            }
        }
    }

    /** Checks that the three trees are about the same items, and says how many those are. */
    private int itemsThatAgree(Path data) {
        try (Engine engine = RocksDbEngine.open(data, RocksDbOptions.DEFAULTS)) {
            Set<EntryKey> items = new HashSet<>();
            engine.scan(ITEMS, TokenRange.ALL, null, Consistency.STRONG, entry -> items.add(entry.key()));
            Set<EntryKey> expiries = new HashSet<>();
            engine.scan(
                    EXPIRIES,
                    TokenRange.ALL,
                    null,
                    Consistency.STRONG,
                    entry -> expiries.add(Expiry.at(entry.key().position()).item()));
            Set<EntryKey> indexed = new HashSet<>();
            engine.scan(INDEX, TokenRange.ALL, null, Consistency.STRONG, entry -> {
                AttributeValue key = EncodedItem.wrap(entry.value()).attribute("p");
                byte[] collection = key instanceof AttributeValue.S text
                        ? text.value().getBytes(StandardCharsets.UTF_8)
                        : new byte[] {0};
                return indexed.add(new EntryKey(collection, new byte[0]));
            });
            assertThat(expiries).as("expiries, seed %s", seed).isEqualTo(items);
            assertThat(indexed).as("the index, seed %s", seed).isEqualTo(items);
            assertThat(engine.size(ITEMS).entries()).isEqualTo(items.size());
            assertThat(engine.size(INDEX).entries()).isEqualTo(items.size());
            return items.size();
        }
    }
}
