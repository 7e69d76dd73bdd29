package dev.stator.core.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Limits;
import dev.stator.core.operation.DatabaseFixture;
import dev.stator.core.write.ItemModel.ItemKey;
import dev.stator.storage.Engine;
import dev.stator.storage.rocksdb.Durability;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random writes and reads against {@link ItemModel}. A failure names its seed; {@code -Dstator.seed=N} runs that one alone.
 */
class RandomWritesTest {
    private static final int STEPS = 200;

    private final ItemModel model = new ItemModel();

    @TempDir
    Path folder;

    static LongStream seeds() {
        Long seed = Long.getLong("stator.seed");
        return seed == null ? LongStream.rangeClosed(1, 4) : LongStream.of(seed);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void tableAndIndexesAlwaysHoldWhatTheModelHolds(long seed) {
        try (DatabaseFixture db = new DatabaseFixture()) {
            run(db, seed);
        }
    }

    @Test
    void soTheyDoOnDisk() {
        Engine engine =
                RocksDbEngine.open(folder.resolve("data"), RocksDbOptions.DEFAULTS.withDurability(Durability.NONE));
        try (DatabaseFixture db = new DatabaseFixture(engine, Limits.DYNAMODB)) {
            run(db, Long.getLong("stator.seed", 6));
        }
    }

    private void run(DatabaseFixture db, long seed) {
        Random random = new Random(seed);
        RandomWrites writes = new RandomWrites(random);
        ItemModel.createTable(db);
        for (int step = 0; step < STEPS; step++) {
            String where = "seed " + seed + ", step " + step;
            RandomWrites.Write write = writes.next();
            db.call(write.operation(), write.request());
            write.effect().on(model.items);
            assertItem(db, writes.key(), where);
            assertRange(db, writes, random, where);
            assertIndex(db, writes, random, where);
        }
        model.assertHeldBy(db);
    }

    private void assertItem(DatabaseFixture db, ItemKey key, String where) {
        SortedMap<String, String> expected = model.items.getOrDefault(key, new TreeMap<>());
        assertThat(ItemModel.strings(db.item("tab", key.json()))).as(where).isEqualTo(expected);
    }

    /** A range of a collection, from either end and in pages of any size. */
    private void assertRange(DatabaseFixture db, RandomWrites writes, Random random, String where) {
        String p = writes.value("p");
        String s = writes.value("s");
        boolean forward = random.nextBoolean();
        String operator = List.of("<", "<=", "=", ">=", ">").get(random.nextInt(5));
        List<SortedMap<String, String>> expected = new ArrayList<>();
        model.items.forEach((key, item) -> {
            int order = key.s().compareTo(s);
            boolean inside = (operator.contains("=") && order == 0)
                    || (operator.contains("<") && order < 0)
                    || (operator.contains(">") && order > 0);
            if (key.p().equals(p) && inside) {
                expected.add(item);
            }
        });
        assertPages(
                db,
                "'KeyConditionExpression':'p = :p AND s " + operator + " :s',"
                        + "'ExpressionAttributeValues':{':p':{'S':'" + p + "'},':s':{'S':'" + s + "'}}",
                forward,
                1 + random.nextInt(4),
                expected,
                where);
    }

    private void assertIndex(DatabaseFixture db, RandomWrites writes, Random random, String where) {
        ItemModel.Index index = ItemModel.INDEXES.get(random.nextInt(ItemModel.INDEXES.size()));
        String partition = writes.value(index.partition());
        assertPages(
                db,
                "'IndexName':'" + index.name() + "','KeyConditionExpression':'" + index.partition() + " = :p',"
                        + "'ExpressionAttributeValues':{':p':{'S':'" + partition + "'}}",
                random.nextBoolean(),
                1 + random.nextInt(4),
                model.query(index, partition),
                where + ", index " + index.name());
    }

    private static void assertPages(
            DatabaseFixture db,
            String members,
            boolean forward,
            int limit,
            List<SortedMap<String, String>> expected,
            String where) {
        List<SortedMap<String, String>> found = new ArrayList<>();
        db.pages(
                        "Query",
                        "{'TableName':'tab'," + members + ",'Limit':" + limit + ",'ScanIndexForward':" + forward + "}")
                .forEach(page -> found.addAll(ItemModel.items(page)));
        List<SortedMap<String, String>> inOrder = new ArrayList<>(expected);
        if (!forward) {
            Collections.reverse(inOrder);
        }
        assertThat(found).as(where).isEqualTo(inOrder);
    }
}
