package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.local;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stator.core.Limits;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.read.Prediction;
import dev.stator.core.read.Predictor;
import dev.stator.storage.Engine;
import dev.stator.storage.memory.MemoryEngine;
import dev.stator.storage.rocksdb.Durability;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is predicted of a Query or Scan is what it comes to when it is run, page by page. */
class PredictionTest {
    private static final int ROUNDS = 400;
    private static final String JUNE =
            "{'TableName':'Tab','KeyConditionExpression':'p=:p','ExpressionAttributeValues':{':p':{'S':'a'}}}";

    @AutoClose
    private final DatabaseFixture database = new DatabaseFixture();

    @Test
    void randomRequestsInMemory() {
        agrees(new MemoryEngine());
    }

    @Test
    void randomRequestsOnDisk(@TempDir Path folder) {
        agrees(RocksDbEngine.open(folder.resolve("data"), RocksDbOptions.DEFAULTS.withDurability(Durability.NONE)));
    }

    /** Pages of 3,000 bytes, so that a collection has several, by bytes as well as by Limit. */
    private static void agrees(Engine engine) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (DatabaseFixture database = new DatabaseFixture(engine, Limits.DYNAMODB.withPageBytesMax(3_000))) {
            database.table(
                    "Tab",
                    "p:S s:N",
                    local("keys", "p:S b:S", "KEYS_ONLY"),
                    local("part", "p:S b:S", "c"),
                    global("gsi", "g:S b:S", "c"));
            for (int i = 0; i < 120; i++) {
                database.put("Tab", item(random, i));
            }
            for (int i = 0; i < ROUNDS; i++) {
                boolean query = random.nextInt(3) > 0;
                String operation = query ? "Query" : "Scan";
                String request = query ? query(random) : scan(random);
                Prediction predicted = database.predict(operation, request);
                List<Object> pages = database.pages(operation, request);
                String what = operation + " " + request + ", seed " + seed;
                assertThat(predicted.exact()).as(what).isTrue();
                assertThat(predicted.pages()).as(what).isEqualTo(pages.size());
                assertThat(predicted.items()).as(what).isEqualTo(sum(pages, "ScannedCount"));
                assertThat(predicted.matches()).as(what).isEqualTo(sum(pages, "Count"));
                assertThat(predicted.units())
                        .as(what)
                        .isEqualTo(pages.stream()
                                .mapToDouble(page -> number(at(page, "ConsumedCapacity.CapacityUnits")))
                                .sum());
            }
        }
    }

    private static String item(Random random, int number) {
        StringBuilder item = new StringBuilder("'p':{'S':'" + "xyz".charAt(random.nextInt(3)) + "'},'s':{'N':'" + number
                + "'},'c':{'N':'" + random.nextInt(4) + "'},'filler':{'S':'" + "p".repeat(random.nextInt(900)) + "'}");
        if (random.nextInt(4) > 0) {
            item.append(",'b':{'S':'").append((char) ('a' + random.nextInt(4))).append("'}");
        }
        if (random.nextInt(3) > 0) {
            item.append(",'g':{'S':'G'}");
        }
        return item.toString();
    }

    private static String query(Random random) {
        String index = List.of("", "keys", "part", "gsi").get(random.nextInt(4));
        String partition = index.equals("gsi") ? "g = :p" : "p = :p";
        String value = index.equals("gsi") ? "G" : String.valueOf("xyzw".charAt(random.nextInt(4)));
        StringBuilder condition = new StringBuilder(partition);
        StringBuilder values = new StringBuilder("':p':{'S':'" + value + "'}");
        if (random.nextBoolean()) {
            String operator = List.of("=", "<", "<=", ">", ">=").get(random.nextInt(5));
            condition
                    .append(" AND ")
                    .append(index.isEmpty() ? "s " : "b ")
                    .append(operator)
                    .append(" :s");
            values.append(
                    index.isEmpty()
                            ? ",':s':{'N':'" + random.nextInt(120) + "'}"
                            : ",':s':{'S':'" + (char) ('a' + random.nextInt(4)) + "'}");
        }
        return "{'TableName':'Tab','KeyConditionExpression':'" + condition + "','ScanIndexForward':"
                + random.nextBoolean() + common(random, index, values);
    }

    private static String scan(Random random) {
        String index = List.of("", "keys", "part", "gsi").get(random.nextInt(4));
        int segments = 1 + random.nextInt(3);
        return "{'TableName':'Tab','Segment':" + random.nextInt(segments) + ",'TotalSegments':" + segments
                + common(random, index, new StringBuilder());
    }

    /** The members that both have, and the end of the request. */
    private static String common(Random random, String index, StringBuilder values) {
        StringBuilder members = new StringBuilder(",'ReturnConsumedCapacity':'TOTAL'");
        if (!index.isEmpty()) {
            members.append(",'IndexName':'").append(index).append('\'');
        }
        if (!index.equals("gsi")) {
            members.append(",'ConsistentRead':").append(random.nextBoolean());
        }
        if (random.nextInt(3) == 0) {
            members.append(",'Limit':").append(1 + random.nextInt(12));
        }
        if (random.nextInt(3) == 0) {
            members.append(",'FilterExpression':'c > :c'");
            values.append(values.isEmpty() ? "" : ",").append("':c':{'N':'1'}");
        }
        switch (random.nextInt(4)) {
            case 0 -> members.append(",'Select':'COUNT'");
            case 1 ->
                members.append(",'ProjectionExpression':'")
                        .append(index.equals("gsi") ? "c" : "filler")
                        .append('\'');
            case 2 -> members.append(index.equals("gsi") ? "" : ",'Select':'ALL_ATTRIBUTES'");
            default -> {}
        }
        return members + (values.isEmpty() ? "" : ",'ExpressionAttributeValues':{" + values + "}") + "}";
    }

    private static long sum(List<Object> pages, String member) {
        return (long)
                pages.stream().mapToDouble(page -> number(at(page, member))).sum();
    }

    private static double number(@Nullable Object value) {
        return ((Number) Objects.requireNonNull(value)).doubleValue();
    }

    @Test
    void theFirstAndTheLastKeyAreThoseOfTheSliceInReadingOrder() {
        database.table("Tab", "p:S s:N").put("Tab", items(1, 9));
        Prediction forward = database.predict("Query", JUNE);
        assertThat(json(forward.first())).isEqualTo(key(1));
        assertThat(json(forward.last())).isEqualTo(key(9));
        Prediction backward = database.predict("Query", with(JUNE, "'ScanIndexForward':false"));
        assertThat(json(backward.first())).isEqualTo(key(9));
        assertThat(json(backward.last())).isEqualTo(key(1));
    }

    @Test
    void anEmptySliceCostsTheLeastUnitsOfOnePageAndHasNoKeys() {
        database.table("Tab", "p:S s:N");
        assertThat(database.predict("Query", JUNE)).isEqualTo(new Prediction(0, 0, 0, 0.5, 1, true, null, null));
        assertThat(database.predict("Query", with(JUNE, "'ConsistentRead':true"))
                        .units())
                .isEqualTo(1.0);
    }

    @Test
    void nothingIsMetered() {
        database.table("Tab", "p:S s:N").put("Tab", items(1, 9));
        database.predict("Query", JUNE);
        database.predict("Scan", "{'TableName':'Tab'}");
        assertThat(database.meter().readUnits("Tab")).isZero();
    }

    @Test
    void aLongSliceIsALowerBoundThatStillKnowsItsEnds() {
        database.table("Tab", "p:S s:N");
        putMany(Predictor.ENTRIES_MAX + 500);
        Prediction predicted = database.predict("Query", JUNE);
        assertThat(predicted.exact()).isFalse();
        assertThat(predicted.items()).isLessThanOrEqualTo(Predictor.ENTRIES_MAX).isPositive();
        assertThat(json(predicted.first())).isEqualTo(key(1));
        assertThat(json(predicted.last())).isEqualTo(key(Predictor.ENTRIES_MAX + 500));
    }

    @Test
    void aLongScanIsKnownByTheTotalsOfTheTable() {
        database.table("Tab", "p:S s:N");
        putMany(Predictor.ENTRIES_MAX + 500);
        Prediction predicted = database.predict("Scan", "{'TableName':'Tab','ReturnConsumedCapacity':'TOTAL'}");
        assertThat(predicted.exact()).isFalse();
        assertThat(predicted.items()).isEqualTo(Predictor.ENTRIES_MAX + 500);
        List<Object> pages = database.pages("Scan", "{'TableName':'Tab','ReturnConsumedCapacity':'TOTAL'}");
        assertThat(predicted.pages()).isEqualTo(pages.size());
        assertThat(predicted.units())
                .isEqualTo(pages.stream()
                        .mapToDouble(page -> number(at(page, "ConsumedCapacity.CapacityUnits")))
                        .sum());
        assertThat(predicted.last()).isNull();
    }

    @Test
    void whatTheOperationRefusesIsRefusedWithItsText() {
        database.table("Tab", "p:S s:N");
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> database.predict("Query", JUNE.replace("p=:p", "s=:p")))
                .withMessage("Query condition missed key schema element: p");
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> database.predict("Scan", "{'TableName':'Absent'}"))
                .withMessage("Requested resource not found");
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> database.predict("PutItem", "{}"))
                .matches(refused -> refused.type() == ErrorType.UNKNOWN_OPERATION);
    }

    private static Object key(int sort) {
        return DatabaseFixture.json("{'p':{'S':'a'},'s':{'N':'" + sort + "'}}");
    }

    private static @Nullable Object json(@Nullable Item item) {
        return item == null
                ? null
                : Json.parse(new JsonWriter().attributes(item).toByteArray());
    }

    private static String with(String request, String member) {
        return request.substring(0, request.length() - 1) + "," + member + "}";
    }

    private static String[] items(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(i -> "'p':{'S':'a'},'s':{'N':'" + i + "'}")
                .toArray(String[]::new);
    }

    private void putMany(int count) {
        for (int from = 1; from <= count; from += 25) {
            String puts = IntStream.range(from, Math.min(from + 25, count + 1))
                    .mapToObj(i -> "{'PutRequest':{'Item':{'p':{'S':'a'},'s':{'N':'" + i + "'}}}}")
                    .collect(Collectors.joining(","));
            database.call("BatchWriteItem", "{'RequestItems':{'Tab':[" + puts + "]}}");
        }
    }
}
