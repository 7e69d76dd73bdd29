package dev.stator.core.write;

import static dev.stator.core.operation.DatabaseFixture.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Limits;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.operation.DatabaseFixture;
import dev.stator.storage.Engine;
import dev.stator.storage.memory.MemoryEngine;
import dev.stator.storage.rocksdb.Durability;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes of many threads at once, on each engine. */
class ConcurrentWritesTest {
    @TempDir
    Path folder;

    /** The engines that run in one process. */
    enum Kind {
        MEMORY,
        ROCKSDB
    }

    private DatabaseFixture open(Kind kind) {
        RocksDbOptions options = RocksDbOptions.DEFAULTS.withDurability(Durability.OS);
        Engine engine = kind == Kind.MEMORY ? new MemoryEngine() : RocksDbEngine.open(folder.resolve("data"), options);
        return new DatabaseFixture(engine, Limits.DYNAMODB);
    }

    /** Runs the work in so many threads that start together, and gives what each returned. */
    private static <T> List<T> together(int threads, IntFunction<Callable<T>> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        List<T> results = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Callable<T> one = work.apply(i);
                futures.add(executor.submit(() -> {
                    start.await();
                    return one.call();
                }));
            }
            for (Future<T> future : futures) {
                results.add(future.get());
            }
        }
        return results;
    }

    @ParameterizedTest
    @EnumSource
    void trap04FiftyThreadsThatIncrementACounterLoseNothing(Kind kind) throws Exception {
        try (DatabaseFixture db = open(kind).table("tab", "p:S")) {
            String increment = "{'TableName':'tab','Key':{'p':{'S':'1'}},'ReturnValues':'UPDATED_NEW',"
                    + "'UpdateExpression':'SET c = if_not_exists(c, :zero) + :one',"
                    + "'ExpressionAttributeValues':{':zero':{'N':'0'},':one':{'N':'1'}}}";
            List<Long> seen = together(
                    50,
                    thread ->
                            () -> Long.valueOf(String.valueOf(at(db.call("UpdateItem", increment), "Attributes.c.N"))));
            assertThat(seen)
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.rangeClosed(1, 50).boxed().toList());
            assertThat(db.item("tab", "'p':{'S':'1'}"))
                    .isEqualTo(DatabaseFixture.json("{'p':{'S':'1'},'c':{'N':'50'}}"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofManyPutsOnConditionThatThereIsNoItemOneWins(Kind kind) throws Exception {
        try (DatabaseFixture db = open(kind).table("tab", "p:S")) {
            for (int round = 0; round < 20; round++) {
                String put = "{'TableName':'tab','Item':{'p':{'S':'" + round + "'},'by':{'N':'%d'}},"
                        + "'ConditionExpression':'attribute_not_exists(p)'}";
                List<Integer> winners = together(16, thread -> () -> {
                            try {
                                db.call("PutItem", put.formatted(thread));
                                return thread;
                            } catch (ApiException e) {
                                assertThat(e.type()).isEqualTo(ErrorType.CONDITIONAL_CHECK_FAILED);
                                return -1;
                            }
                        })
                        .stream()
                        .filter(thread -> thread >= 0)
                        .toList();
                assertThat(winners).hasSize(1);
                assertThat(at(Objects.requireNonNull(db.item("tab", "'p':{'S':'" + round + "'}")), "by.N"))
                        .isEqualTo(String.valueOf(winners.getFirst()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void indexesAndSizesAgreeWithTheItemsAfterAnyWrites(Kind kind) throws Exception {
        try (DatabaseFixture db = open(kind)) {
            ItemModel.createTable(db);
            together(8, thread -> () -> {
                RandomWrites writes = new RandomWrites(new Random(4_711 + thread));
                for (int i = 0; i < 150; i++) {
                    RandomWrites.Write write = writes.next();
                    db.call(write.operation(), write.request());
                }
                return thread;
            });
            ItemModel.of(db).assertHeldBy(db);
        }
    }
}
