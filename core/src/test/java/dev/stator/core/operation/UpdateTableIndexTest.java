package dev.stator.core.operation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Database;
import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.table.Index;
import dev.stator.storage.Tree;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** C2, C9: UpdateTable creates and deletes indexes online, with visible progress, while items are written. */
class UpdateTableIndexTest {
    private static final String CREATE_GSI = """
            {"TableName":"abc","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],
             "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"gsi","Projection":{"ProjectionType":"ALL"},
                 "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}]}}]}""";
    private static final String DELETE_GSI =
            "{\"TableName\":\"abc\",\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"gsi\"}}]}";

    private final TableFixture db = new TableFixture();

    private void createTable(String billing) {
        db.call("CreateTable", """
                {"TableName":"abc","KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],
                 "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],%s}""".formatted(billing));
    }

    private void createOnDemand() {
        createTable("\"BillingMode\":\"PAY_PER_REQUEST\"");
    }

    private static String units(int units) {
        return "{\"ReadCapacityUnits\":" + units + ",\"WriteCapacityUnits\":" + units + "}";
    }

    private @Nullable Object shown(String path) {
        return Json.at(db.call("DescribeTable", "{\"TableName\":\"abc\"}"), "Table." + path);
    }

    private void refusedAs(ErrorType type, String request, String message) {
        ApiException refused = db.refused("UpdateTable", request);
        assertThat(refused).hasMessage(message);
        assertThat(refused.type()).isEqualTo(type);
    }

    private Tree indexTree() {
        Index index = db.tables.describe("abc").index("gsi");
        assertThat(index).isNotNull();
        return index == null ? new Tree(1, 0) : index.tree();
    }

    @Test
    void trap36_anIndexIsAddedByDefiningItsOwnAttributesOnly() {
        createOnDemand();
        Object answer = db.call("UpdateTable", CREATE_GSI);
        assertThat(Json.at(answer, "TableDescription.AttributeDefinitions"))
                .isEqualTo(List.of(
                        Map.of("AttributeName", "p", "AttributeType", "S"),
                        Map.of("AttributeName", "g", "AttributeType", "S")));
    }

    @Test
    void definitionsThatTheNewKeyDoesNotNeedAreIgnored() {
        createOnDemand();
        db.call(
                "UpdateTable",
                CREATE_GSI.replaceFirst("\\[\\{", "[{\"AttributeName\":\"spurious\",\"AttributeType\":\"N\"},{"));
        assertThat(db.tables.describe("abc").attributes()).hasSize(2);
    }

    @Test
    void c2_theStatesOfAFillingIndexAreVisible() {
        createOnDemand();
        db.put(TableFixture.item("1", "x"));
        Object answer = db.call("UpdateTable", CREATE_GSI);

        assertThat(Json.at(answer, "TableDescription.TableStatus")).isEqualTo("UPDATING");
        assertThat(shown("TableStatus")).isEqualTo("UPDATING");
        assertThat(shown("GlobalSecondaryIndexes.0.IndexStatus")).isEqualTo("CREATING");
        assertThat(shown("GlobalSecondaryIndexes.0.Backfilling")).isEqualTo(false);
        db.step();
        assertThat(shown("TableStatus")).isEqualTo("ACTIVE");
        assertThat(shown("GlobalSecondaryIndexes.0.IndexStatus")).isEqualTo("CREATING");
        assertThat(shown("GlobalSecondaryIndexes.0.Backfilling")).isEqualTo(true);
        db.settle();
        assertThat(shown("GlobalSecondaryIndexes.0.IndexStatus")).isEqualTo("ACTIVE");
        assertThat(shown("GlobalSecondaryIndexes.0.Backfilling")).isNull();
        assertThat(shown("GlobalSecondaryIndexes.0.ItemCount")).isEqualTo(1L);
    }

    @Test
    void itemsWithoutAKeyOfTheRightTypeAreLeftOut() {
        createOnDemand();
        db.put(TableFixture.item("1", "x"));
        db.put("{\"p\":{\"S\":\"2\"}}");
        db.put("{\"p\":{\"S\":\"3\"},\"g\":{\"N\":\"7\"}}");
        db.put("{\"p\":{\"S\":\"4\"},\"g\":{\"S\":\"\"}}");
        db.put(TableFixture.item("5", "x".repeat(2_049)));
        db.put(TableFixture.item("6", "x".repeat(2_048)));

        db.call("UpdateTable", CREATE_GSI);
        db.settle();

        assertThat(db.keysIn(indexTree())).containsExactly("1", "6");
    }

    @Test
    void anIndexIsFilledBatchByBatch() {
        createOnDemand();
        for (int i = 0; i < 600; i++) {
            db.put(TableFixture.item("k" + i, "x" + i));
        }
        db.call("UpdateTable", CREATE_GSI);
        db.step();
        db.step();
        assertThat(db.keysIn(indexTree())).hasSize(250);
        db.settle();
        assertThat(db.keysIn(indexTree())).hasSize(600);
        assertThat(shown("GlobalSecondaryIndexes.0.ItemCount")).isEqualTo(600L);
    }

    @Test
    void itemsThatChangeWhileTheIndexIsFilledAreNeitherLostNorDoubled()
            throws ExecutionException, InterruptedException {
        createOnDemand();
        for (int i = 0; i < 400; i++) {
            db.put(TableFixture.item("k" + i, "x"));
        }
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writes = IntStream.range(0, 8)
                    .<Future<?>>mapToObj(seed -> writers.submit(() -> writeAtRandom(new Random(seed))))
                    .toList();
            db.call("UpdateTable", CREATE_GSI);
            db.settle();
            for (Future<?> write : writes) {
                write.get();
            }
        }
        assertThat(shown("GlobalSecondaryIndexes.0.IndexStatus")).isEqualTo("ACTIVE");
        List<String> items = db.keysIn(new Tree(db.tables.get("abc").id(), 0));
        assertThat(db.keysIn(indexTree())).isEqualTo(items);
        assertThat(shown("GlobalSecondaryIndexes.0.ItemCount")).isEqualTo((long) items.size());
    }

    private void writeAtRandom(Random random) {
        for (int i = 0; i < 300; i++) {
            String key = "k" + random.nextInt(500);
            switch (random.nextInt(3)) {
                case 0 -> db.remove(key);
                case 1 -> db.put(TableFixture.item(key, "x").replace("}}", "},\"other\":{\"S\":\"v" + i + "\"}}"));
                default -> db.put(TableFixture.item(key, "y" + random.nextInt(3)));
            }
        }
    }

    @Test
    void aWriteThatDoesNotKnowTheIndexIsWaitedFor() throws ExecutionException, InterruptedException {
        createOnDemand();
        try (ExecutorService background = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> filling = db.tables.write("abc", before -> {
                db.call("UpdateTable", CREATE_GSI);
                Future<?> settling = background.submit(db::settle);
                assertThat(db.tables.get("abc").indexes()).hasSize(1);
                assertThat(shown("GlobalSecondaryIndexes.0.Backfilling")).isEqualTo(false);
                db.putUnindexed(before, "late", "x");
                return settling;
            });
            filling.get();
        }
        assertThat(db.keysIn(indexTree())).containsExactly("late");
    }

    @Test
    void c9_anIndexIsDeletingAndThenGone() {
        createOnDemand();
        db.put(TableFixture.item("1", "x"));
        db.call("UpdateTable", CREATE_GSI);
        db.settle();
        Tree tree = indexTree();

        Object answer = db.call("UpdateTable", DELETE_GSI);
        assertThat(Json.at(answer, "TableDescription.GlobalSecondaryIndexes.0.IndexStatus"))
                .isEqualTo("DELETING");
        assertThat(shown("TableStatus")).isEqualTo("UPDATING");
        assertThat(db.tables.get("abc").indexes()).isEmpty();
        refusedAs(ErrorType.RESOURCE_IN_USE, CREATE_GSI, "Index is being deleted. Table: abc Index: gsi");
        db.settle();

        assertThat(shown("GlobalSecondaryIndexes")).isNull();
        assertThat(shown("TableStatus")).isEqualTo("ACTIVE");
        assertThat(db.keysIn(tree)).isEmpty();
        assertThat(db.tables.describe("abc").attributes()).hasSize(1);
    }

    @Test
    void c9_anIndexIsReplacedByOneOfTheSameName() {
        createOnDemand();
        db.put(TableFixture.item("1", "x"));
        for (int i = 0; i < 2; i++) {
            db.call("UpdateTable", CREATE_GSI);
            db.settle();
            assertThat(db.keysIn(indexTree())).containsExactly("1");
            db.call("UpdateTable", DELETE_GSI);
            db.settle();
        }
        assertThat(db.tables.describe("abc").indexes()).isEmpty();
    }

    @Test
    void anIndexCanBeDeletedWhileItIsFilledButNotBefore() {
        createOnDemand();
        db.put(TableFixture.item("1", "x"));
        db.call("UpdateTable", CREATE_GSI);
        refusedAs(
                ErrorType.RESOURCE_IN_USE,
                DELETE_GSI,
                "Index is being created but is not backfilling yet. Table: abc Index: gsi");
        db.step();
        db.call("UpdateTable", DELETE_GSI);
        db.settle();
        assertThat(db.tables.describe("abc").indexes()).isEmpty();
    }

    @Test
    void theTableIsUnchangeableUntilItsNewIndexIsBackfilling() {
        createTable("\"ProvisionedThroughput\":" + units(5));
        db.call(
                "UpdateTable",
                CREATE_GSI.replace(
                        "\"IndexName\":\"gsi\"", "\"IndexName\":\"gsi\",\"ProvisionedThroughput\":" + units(1)));
        refusedAs(
                ErrorType.RESOURCE_IN_USE,
                "{\"TableName\":\"abc\",\"ProvisionedThroughput\":" + units(6) + "}",
                "Can't change table IOPS when an index is being created. Table: abc Indexes: [gsi]");
        db.step();
        db.call("UpdateTable", "{\"TableName\":\"abc\",\"ProvisionedThroughput\":" + units(6) + "}");
        assertThat(shown("ProvisionedThroughput.ReadCapacityUnits")).isEqualTo(6L);
    }

    @Test
    void fillingGoesOnAfterARestart() {
        createOnDemand();
        for (int i = 0; i < 400; i++) {
            db.put(TableFixture.item("k" + i, "x"));
        }
        db.call("UpdateTable", CREATE_GSI);
        db.step();
        db.step();
        db.tables.close();

        TableFixture reopened = new TableFixture(db.engine);
        reopened.settle();

        assertThat(Json.at(
                        reopened.call("DescribeTable", "{\"TableName\":\"abc\"}"),
                        "Table.GlobalSecondaryIndexes.0.IndexStatus"))
                .isEqualTo("ACTIVE");
        assertThat(reopened.keysIn(indexTree())).hasSize(400);
        assertThat(reopened.tables.size(indexTree()).entries()).isEqualTo(400);
    }

    @Test
    void droppingGoesOnAfterARestart() {
        createOnDemand();
        db.put(TableFixture.item("1", "x"));
        db.call("UpdateTable", CREATE_GSI);
        db.settle();
        Tree tree = indexTree();
        db.call("UpdateTable", DELETE_GSI);

        TableFixture reopened = new TableFixture(db.engine);
        reopened.settle();

        assertThat(reopened.tables.describe("abc").indexes()).isEmpty();
        assertThat(reopened.keysIn(tree)).isEmpty();
    }

    @Test
    @Timeout(60)
    void aDatabaseFillsAnIndexWithoutBeingAsked() {
        try (Database database = Database.open(new MemoryEngine(), Clock.systemUTC())) {
            execute(database, "CreateTable", """
                    {"TableName":"abc","KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],
                     "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],
                     "BillingMode":"PAY_PER_REQUEST"}""");
            execute(database, "PutItem", "{\"TableName\":\"abc\",\"Item\":" + TableFixture.item("1", "x") + "}");
            execute(database, "UpdateTable", CREATE_GSI);
            String describe = "{\"TableName\":\"abc\"}";
            String status = "Table.GlobalSecondaryIndexes.0.IndexStatus";
            while (!"ACTIVE".equals(Json.at(execute(database, "DescribeTable", describe), status))) {
                Thread.onSpinWait();
            }
            Object found = execute(database, "Scan", "{\"TableName\":\"abc\",\"IndexName\":\"gsi\"}");
            assertThat(Json.at(found, "Count")).isEqualTo(1L);
        }
    }

    private Object execute(Database database, String operation, String request) {
        return Json.parse(database.execute(operation, request.getBytes(UTF_8), Session.ANONYMOUS));
    }
}
