package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.table.Table;
import dev.stator.storage.Tree;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DeleteTableTest {
    private static final String ABC = "{\"TableName\":\"abc\"}";

    private final TableFixture db = new TableFixture();

    private void createTable() {
        db.call("CreateTable", """
                {"TableName":"abc","BillingMode":"PAY_PER_REQUEST",
                 "KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],
                 "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},
                                         {"AttributeName":"g","AttributeType":"S"}],
                 "GlobalSecondaryIndexes":[{"IndexName":"gsi","Projection":{"ProjectionType":"ALL"},
                     "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}]}]}""");
    }

    private void refusedAs(ErrorType type, String message) {
        ApiException refused = db.refused("DeleteTable", ABC);
        assertThat(refused).hasMessage(message);
        assertThat(refused.type()).isEqualTo(type);
    }

    @Nested
    class Serialization {
        @Test
        void theNameIsAString() {
            assertThat(db.refused("DeleteTable", "{\"TableName\":[]}"))
                    .hasMessage("Unrecognized collection type class java.lang.String");
        }
    }

    @Nested
    class Validation {
        @Test
        void aTableIsNamed() {
            assertThat(db.refused("DeleteTable", "{}"))
                    .hasMessage("The parameter 'TableName' is required but was not present in the request");
        }

        @Test
        void theTableExists() {
            refusedAs(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found: Table: abc not found");
        }

        @Test
        void aProtectedTableStays() {
            createTable();
            db.call("UpdateTable", "{\"TableName\":\"abc\",\"DeletionProtectionEnabled\":true}");
            refusedAs(
                    ErrorType.VALIDATION,
                    "Resource cannot be deleted as it is currently protected against deletion. Disable deletion"
                            + " protection first.");
            db.call("UpdateTable", "{\"TableName\":\"abc\",\"DeletionProtectionEnabled\":false}");
            db.call("DeleteTable", ABC);
        }

        @Test
        void aTableStaysAsLongAsOneOfItsIndexesComesOrGoes() {
            createTable();
            db.call(
                    "UpdateTable",
                    "{\"TableName\":\"abc\",\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"gsi\"}}]}");
            refusedAs(
                    ErrorType.RESOURCE_IN_USE,
                    "Cannot delete table while indexes are being created, updated, or deleted.");
            db.settle();
            db.call("DeleteTable", ABC);
        }

        @Test
        void aTableIsDeletedOnce() {
            createTable();
            db.tables.change("abc", table -> table.withStatus(Table.Status.DELETING));
            refusedAs(
                    ErrorType.RESOURCE_IN_USE,
                    "Attempt to change a resource which is still in use: Table is being deleted: abc");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void theAnswerNamesTheTableAndNotItsKeys() {
            createTable();
            db.put(TableFixture.item("1", "x"));
            assertThat(Json.at(db.call("DeleteTable", ABC), "TableDescription"))
                    .isEqualTo(Map.of(
                            "TableName",
                            "abc",
                            "TableStatus",
                            "DELETING",
                            "TableArn",
                            "arn:aws:dynamodb:eu-west-2:000000000000:table/abc",
                            "TableId",
                            "00000000-0000-0000-0000-000000000001",
                            "TableSizeBytes",
                            4L,
                            "ItemCount",
                            1L,
                            "ProvisionedThroughput",
                            Map.of("NumberOfDecreasesToday", 0L, "ReadCapacityUnits", 0L, "WriteCapacityUnits", 0L),
                            "BillingModeSummary",
                            Map.of(
                                    "BillingMode",
                                    "PAY_PER_REQUEST",
                                    "LastUpdateToPayPerRequestDateTime",
                                    1767323045.678),
                            "DeletionProtectionEnabled",
                            false));
        }

        @Test
        void theTableIsGoneWithItemsAndIndexes() {
            createTable();
            db.put(TableFixture.item("1", "x"));
            Table table = db.tables.get("abc");
            db.call("DeleteTable", ABC);

            assertThat(db.refused("DescribeTable", ABC).type()).isEqualTo(ErrorType.RESOURCE_NOT_FOUND);
            for (Tree tree : table.definition().trees()) {
                assertThat(db.keysIn(tree)).isEmpty();
            }
        }

        @Test
        void aNewTableOfTheNameIsEmptyAndAnother() {
            createTable();
            db.put(TableFixture.item("1", "x"));
            int id = db.tables.get("abc").id();
            db.call("DeleteTable", ABC);
            createTable();

            assertThat(db.tables.get("abc").id()).isGreaterThan(id);
            assertThat(Json.at(db.call("DescribeTable", ABC), "Table.ItemCount"))
                    .isEqualTo(0L);
            assertThat(Json.at(db.call("DescribeTable", ABC), "Table.TableId"))
                    .isEqualTo("00000000-0000-0000-0000-000000000002");
        }

        @Test
        void aWriteThatIsUnderWayIsWaitedFor() throws ExecutionException, InterruptedException {
            createTable();
            Tree tree = db.tables.get("abc").tree();
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<Object> deletion = db.tables.write("abc", table -> {
                    Future<Object> deleting = callers.submit(() -> db.call("DeleteTable", ABC));
                    while (db.tables.describe("abc").status() != Table.Status.DELETING) {
                        Thread.onSpinWait();
                    }
                    db.putUnindexed(table, "late", "x");
                    assertThat(deleting.isDone()).isFalse();
                    return deleting;
                });
                deletion.get();
            }
            assertThat(db.keysIn(tree)).isEmpty();
        }

        @Test
        void aDeletionThatWasInterruptedIsFinishedAtTheNextStart() {
            createTable();
            db.put(TableFixture.item("1", "x"));
            Table table = db.tables.get("abc");
            db.tables.change("abc", definition -> definition.withStatus(Table.Status.DELETING));
            assertThat(db.keysIn(table.tree())).containsExactly("1");

            TableFixture reopened = new TableFixture(db.engine);

            assertThat(reopened.refused("DescribeTable", ABC).type()).isEqualTo(ErrorType.RESOURCE_NOT_FOUND);
            for (Tree tree : table.definition().trees()) {
                assertThat(db.keysIn(tree)).isEmpty();
            }
        }
    }
}
