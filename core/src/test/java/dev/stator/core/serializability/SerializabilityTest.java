package dev.stator.core.serializability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Database;
import dev.stator.core.Session;
import dev.stator.storage.Engine;
import dev.stator.storage.memory.MemoryEngine;
import dev.stator.storage.rocksdb.Durability;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many clients write and read few items, alone and in transactions, and nothing that they see contradicts one order. */
class SerializabilityTest {
    private static final Duration BUDGET = Duration.ofSeconds(2);

    @Test
    void theMemoryEngineGivesOneOrder() {
        check(new MemoryEngine());
    }

    @Test
    void theRocksDbEngineGivesOneOrder(@TempDir Path folder) {
        // What is durable is tested with the engine; here it is the number of commits that counts.
        RocksDbOptions options = new RocksDbOptions(Durability.OS, 8 << 20, 8 << 20, 100, 4_096);
        check(RocksDbEngine.open(folder.resolve("data"), options));
    }

    private static void check(Engine engine) {
        try (Database database = Database.open(new PausingEngine(engine), InstantSource.system())) {
            String table = """
                    {"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
                     "KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],
                     "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}]}""";
            database.execute("CreateTable", table.getBytes(StandardCharsets.UTF_8), Session.ANONYMOUS);
            long end = System.nanoTime() + BUDGET.toNanos();
            int rounds = 0;
            do {
                Round round = new Round(database, rounds++);
                round.run();
                assertThat(round.anomalies()).as("round %d", rounds).isEmpty();
            } while (System.nanoTime() < end);
        }
    }
}
