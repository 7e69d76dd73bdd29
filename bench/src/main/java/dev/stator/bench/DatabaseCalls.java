package dev.stator.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stator.core.Database;
import dev.stator.core.Session;
import dev.stator.storage.Engine;
import dev.stator.storage.memory.MemoryEngine;
import dev.stator.storage.rocksdb.Durability;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** {@code Database.execute}: from the bytes of a request to those of its answer, items of 1 KB, no transport. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DatabaseCalls {
    /** Where the items lie. RocksDB does not sync here: the disk is not what is measured. */
    public enum Storage {
        MEMORY,
        ROCKSDB
    }

    /** Set by JMH. */
    @Param
    public Storage storage = Storage.MEMORY;

    private Path folder = Path.of("");
    private Database database = Database.open(new MemoryEngine(), InstantSource.system());
    private final Supplier<byte[]> get = Works.named("get").bodies();
    private final Supplier<byte[]> put = Works.named("put").bodies();
    private final Supplier<byte[]> update = Works.named("update").bodies();
    private final Supplier<byte[]> query = Works.named("query").bodies();
    private final Supplier<byte[]> transaction = Works.named("transact").bodies();

    /** Fills the tables. */
    @Setup
    public void open() throws IOException {
        database.close();
        Engine engine;
        if (storage == Storage.ROCKSDB) {
            folder = Files.createTempDirectory("stator-bench");
            engine = RocksDbEngine.open(folder, RocksDbOptions.DEFAULTS.withDurability(Durability.OS));
        } else {
            engine = new MemoryEngine();
        }
        database = Database.open(engine, InstantSource.system());
        Works.setUp().forEach(call -> execute(call.operation(), call.body().getBytes(UTF_8)));
    }

    /** Removes what {@link #open} left on the disk. */
    @TearDown
    public void close() throws IOException {
        database.close();
        if (storage == Storage.ROCKSDB) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private byte[] execute(String operation, byte[] body) {
        return database.execute(operation, body, Session.ANONYMOUS);
    }

    /** An item by its key. */
    @Benchmark
    public byte[] getItem() {
        return execute("GetItem", get.get());
    }

    /** An item over the one that is there. */
    @Benchmark
    public byte[] putItem() {
        return execute("PutItem", put.get());
    }

    /** A counter and a condition. */
    @Benchmark
    public byte[] updateItem() {
        return execute("UpdateItem", update.get());
    }

    /** A slice of 100 items. */
    @Benchmark
    public byte[] query() {
        return execute("Query", query.get());
    }

    /** Four puts. */
    @Benchmark
    public byte[] transactWriteItems() {
        return execute("TransactWriteItems", transaction.get());
    }
}
