package dev.stator.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import dev.stator.core.operation.DatabaseFixture;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What requests make of several items of which some, or all, have to wait. */
class ThrottledRequestsTest extends ThrottleFixture {
    @Nested
    class Batches {
        private static String requests(int first, int count) {
            return IntStream.range(first, first + count)
                    .mapToObj(i -> "{'PutRequest':{'Item':" + item("p" + i, 1) + "}}")
                    .collect(Collectors.joining(","));
        }

        private static String keys(int first, int count) {
            return IntStream.range(first, first + count)
                    .mapToObj(i -> "{'p':{'S':'p" + i + "'}}")
                    .collect(Collectors.joining(","));
        }

        @Test
        void trap37APartlyThrottledBatchGivesBackWhatIsLeft() {
            provisioned(100, 3);
            String delete = "{'DeleteRequest':{'Key':{'p':{'S':'x'}}}}";
            String batch =
                    "{'RequestItems':{'Tab':[" + requests(0, 5) + "," + delete + "]},'ReturnConsumedCapacity':'TOTAL'}";
            db.answers(
                    "BatchWriteItem",
                    batch,
                    "{'UnprocessedItems':{'Tab':[" + requests(3, 2) + "," + delete
                            + "]},'ConsumedCapacity':[{'TableName':'Tab','CapacityUnits':3.0}]}");
            assertThat(db.item("Tab", "'p':{'S':'p2'}")).isNotNull();
            assertThat(db.item("Tab", "'p':{'S':'p3'}")).isNull();
        }

        @Test
        void trap37ABatchOfWhichNothingPassesIsRefused() {
            provisioned(1, 1);
            db.call("PutItem", put("a", 1));
            assertThat(throttled("BatchWriteItem", "{'RequestItems':{'Tab':[" + requests(0, 5) + "]}}"))
                    .hasMessage(TABLE_EXCEEDED);
        }

        @Test
        void trap37ReadsOfABatchAreGivenBackLikewise() {
            provisioned(2, 100);
            for (int i = 0; i < 4; i++) {
                db.call("PutItem", put("p" + i, 1));
            }
            String batch = "{'RequestItems':{'Tab':{'ConsistentRead':true,'ProjectionExpression':'p','Keys':["
                    + keys(0, 4) + "]}}}";
            db.answers(
                    "BatchGetItem",
                    batch,
                    "{'Responses':{'Tab':[" + keys(0, 2) + "]},'UnprocessedKeys':{'Tab':{'ConsistentRead':true,"
                            + "'ProjectionExpression':'p','Keys':[" + keys(2, 2) + "]}}}");
            assertThat(reasons("BatchGetItem", batch)).containsExactly("TableReadProvisionedThroughputExceeded");
        }
    }

    @Nested
    class Statements {
        private static final String SELECT = "{'Statement':'SELECT p FROM Tab','ConsistentRead':true}";

        private static String batch(String... statements) {
            return "{'Statements':["
                    + List.of(statements).stream()
                            .map(statement -> "{'ConsistentRead':true,'Statement':'" + statement + "'}")
                            .collect(Collectors.joining(","))
                    + "]}";
        }

        @Test
        void aStatementIsRefusedLikeTheOperationItStandsFor() {
            provisioned(1, 1);
            db.call("ExecuteStatement", SELECT);
            assertThat(reasons("ExecuteStatement", SELECT)).containsExactly("TableReadProvisionedThroughputExceeded");
        }

        @Test
        void aBatchTellsWhichStatementsHaveToWait() {
            provisioned(1, 1);
            String get = "SELECT p FROM Tab WHERE p=\\u0027a\\u0027";
            db.answers(
                    "BatchExecuteStatement",
                    batch(get, get),
                    "{'Responses':[{'TableName':'Tab'},{'TableName':'Tab','Error':{"
                            + "'Code':'ProvisionedThroughputExceeded','Message':'" + TABLE_EXCEEDED + "'}}]}");
        }
    }

    @Nested
    class Transactions {
        private static final String WRITES =
                "{'TransactItems':[{'Put':" + put("a", 1) + "},{'Put':" + put("b", 1) + "}]}";
        private static final String READS = "{'TransactItems':[{'Get':{'TableName':'Tab','Key':{'p':{'S':'a'}}}}]}";

        @Test
        void aThrottledTransactionIsCancelledAndCostsNothing() {
            provisioned(1, 1);
            db.call("PutItem", put("x", 1));
            for (int i = 0; i < 10; i++) {
                assertThat(DatabaseFixture.at(db.errorBody("TransactWriteItems", WRITES), "CancellationReasons"))
                        .isEqualTo(DatabaseFixture.json("[{'Code':'ProvisionedThroughputExceeded','Message':'"
                                + TABLE_EXCEEDED + "'},{'Code':'ProvisionedThroughputExceeded','Message':'"
                                + TABLE_EXCEEDED + "'}]"));
            }
            pass(1);
            db.call("TransactWriteItems", WRITES);
            // Two writes of two units each.
            pass(3);
            assertThat(db.refused("TransactWriteItems", WRITES).type()).isEqualTo(ErrorType.TRANSACTION_CANCELED);
            pass(1);
            db.call("TransactWriteItems", WRITES);
        }

        @Test
        void readsAreCancelledLikewise() {
            provisioned(1, 1);
            db.call("TransactGetItems", READS);
            assertThat(db.refused("TransactGetItems", READS))
                    .hasMessage("Transaction cancelled, please refer cancellation reasons for specific reasons"
                            + " [ProvisionedThroughputExceeded]");
        }

        @Test
        void anOnDemandTableIsAThrottlingError() {
            onDemand(",'OnDemandThroughput':{'MaxReadRequestUnits':1,'MaxWriteRequestUnits':1}");
            db.call("TransactWriteItems", WRITES);
            assertThat(db.refused("TransactWriteItems", WRITES))
                    .hasMessage("Transaction cancelled, please refer cancellation reasons for specific reasons"
                            + " [ThrottlingError, ThrottlingError]");
        }
    }
}
