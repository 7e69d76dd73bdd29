package dev.stator.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import dev.stator.core.error.ThrottledException;
import dev.stator.core.operation.DatabaseFixture;
import dev.stator.storage.Token;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which limits there are, and what they refuse. */
class ThrottleTest extends ThrottleFixture {
    @Test
    void nothingIsRefusedUnlessItIsAskedFor() {
        try (DatabaseFixture free = new DatabaseFixture()) {
            create(free, units(1, 1), "," + units(1, 1));
            for (int i = 0; i < 20; i++) {
                free.call("PutItem", put("a", 10));
                free.call("GetItem", get("a", true));
            }
        }
    }

    @Nested
    class Provisioned {
        @Test
        void aSecondHasItsUnitsAndTheErrorSaysWhatWasExceeded() {
            provisioned(5, 3);
            for (int second = 0; second < 3; second++) {
                for (int i = 0; i < 3; i++) {
                    db.call("PutItem", put("a", 1));
                }
                assertThat(db.errorBody("PutItem", put("a", 1)))
                        .isEqualTo(DatabaseFixture.json("{'__type':'com.amazonaws.dynamodb.v20120810"
                                + "#ProvisionedThroughputExceededException','message':'" + TABLE_EXCEEDED
                                + "','ThrottlingReasons':[{'reason':'TableWriteProvisionedThroughputExceeded','resource':'"
                                + ARN + "'}]}"));
                pass(1);
            }
        }

        @Test
        void unusedUnitsAreSavedFor300Seconds() {
            provisioned(1, 2);
            db.call("PutItem", put("a", 1));
            pass(100);
            db.call("PutItem", put("b", 200));
            db.call("PutItem", put("a", 1));
            assertThat(reasons("PutItem", put("a", 1))).containsExactly("TableWriteProvisionedThroughputExceeded");

            pass(100_000);
            db.call("PutItem", put("c", 399));
            db.call("PutItem", put("d", 200));
            db.call("PutItem", put("a", 1));
            assertThat(reasons("PutItem", put("a", 1))).containsExactly("TableWriteProvisionedThroughputExceeded");
        }

        @Test
        void aLargeWritePassesAndLeavesADebt() {
            provisioned(1, 1);
            db.call("PutItem", put("a", 10));
            pass(9);
            throttled("PutItem", put("b", 1));
            pass(1);
            db.call("PutItem", put("b", 1));
            throttled("PutItem", put("b", 1));
        }

        @Test
        void aRefusedRequestCostsNothingAndDoesNothing() {
            provisioned(1, 1);
            db.call("PutItem", put("a", 1));
            double written = db.meter().writeUnits("Tab");
            for (int i = 0; i < 10; i++) {
                throttled("PutItem", put("b", 1));
                throttled("DeleteItem", "{'TableName':'Tab','Key':{'p':{'S':'a'}}}");
            }
            assertThat(db.meter().writeUnits("Tab")).isEqualTo(written);
            assertThat(db.item("Tab", "'p':{'S':'b'}")).isNull();
            pass(1);
            db.call("PutItem", put("b", 1));
        }

        @Test
        void aConditionThatDoesNotHoldCostsAllTheSame() {
            provisioned(1, 1);
            String request = put("a", 1);
            String conditional =
                    request.substring(0, request.length() - 1) + ",'ConditionExpression':'attribute_exists(p)'}";
            assertThat(db.refused("PutItem", conditional).type()).isEqualTo(ErrorType.CONDITIONAL_CHECK_FAILED);
            throttled("PutItem", conditional);
        }

        @Test
        void readsAndWritesHaveUnitsOfTheirOwnAndEventualReadsCostHalf() {
            provisioned(2, 1);
            db.call("PutItem", put("a", 1));
            throttled("PutItem", put("a", 1));
            for (int i = 0; i < 4; i++) {
                db.call("GetItem", get("a", false));
            }
            assertThat(reasons("GetItem", get("a", false))).containsExactly("TableReadProvisionedThroughputExceeded");
        }

        @Test
        void queryAndScanAreRefusedLikewise() {
            provisioned(1, 100);
            db.call("PutItem", put("a", 40));
            String query = "{'TableName':'Tab','KeyConditionExpression':'p=:p','ConsistentRead':true,"
                    + "'ExpressionAttributeValues':{':p':{'S':'a'}}}";
            db.call("Query", query);
            assertThat(reasons("Query", query)).containsExactly("TableReadProvisionedThroughputExceeded");
            assertThat(reasons("Scan", "{'TableName':'Tab'}"))
                    .containsExactly("TableReadProvisionedThroughputExceeded");
            pass(10);
            db.call("Scan", "{'TableName':'Tab','ConsistentRead':true}");
            throttled("Query", query);
        }

        @Test
        void moreUnitsFillTheTableFaster() {
            provisioned(1, 1);
            db.call("PutItem", put("a", 51));
            db.call("UpdateTable", "{'TableName':'Tab'," + units(1, 100) + "}");
            throttled("PutItem", put("a", 1));
            pass(1);
            db.call("PutItem", put("a", 1));
        }
    }

    @Nested
    class Indexes {
        @Test
        void anIndexThatCannotFollowHoldsUpAllWritesToItsTable() {
            create(db, units(100, 100), "," + units(1, 1));
            String indexed = "{'TableName':'Tab','Item':{'p':{'S':'a'},'g':{'S':'g'}}}";
            db.call("PutItem", put("b", 1));
            db.call("PutItem", indexed);

            ThrottledException refused = throttled("PutItem", put("b", 1));

            assertThat(refused).hasMessage(INDEX_EXCEEDED);
            assertThat(refused.type()).isEqualTo(ErrorType.PROVISIONED_THROUGHPUT_EXCEEDED);
            assertThat(refused.reasons().getFirst().reason()).isEqualTo("IndexWriteProvisionedThroughputExceeded");
            assertThat(refused.reasons().getFirst().resource()).isEqualTo(ARN + "/index/gsi");
            db.call("GetItem", get("a", true));
            pass(1);
            db.call("PutItem", put("b", 1));
        }

        @Test
        void readsOfAnIndexAreItsOwn() {
            create(db, units(100, 100), "," + units(1, 100));
            db.call("PutItem", "{'TableName':'Tab','Item':{'p':{'S':'a'},'g':{'S':'g'}}}");
            String query = "{'TableName':'Tab','IndexName':'gsi','KeyConditionExpression':'g=:g',"
                    + "'ExpressionAttributeValues':{':g':{'S':'g'}}}";
            db.call("Query", query);
            db.call("Scan", "{'TableName':'Tab','IndexName':'gsi'}");

            assertThat(reasons("Query", query)).containsExactly("IndexReadProvisionedThroughputExceeded");
            assertThat(reasons("Scan", "{'TableName':'Tab','IndexName':'gsi'}"))
                    .containsExactly("IndexReadProvisionedThroughputExceeded");
            db.call("GetItem", get("a", true));
        }
    }

    @Nested
    class OnDemand {
        @Test
        void aMaximumHoldsByTheSecond() {
            onDemand(",'OnDemandThroughput':{'MaxReadRequestUnits':2,'MaxWriteRequestUnits':1}");
            pass(1000);
            db.call("PutItem", put("a", 1));
            assertThat(db.errorBody("PutItem", put("a", 1)))
                    .isEqualTo(DatabaseFixture.json("{'__type':'com.amazon.coral.availability#ThrottlingException',"
                            + "'message':'Throughput exceeds the maximum OnDemandThroughput configured on table or index',"
                            + "'throttlingReasons':[{'reason':'TableWriteMaxOnDemandThroughputExceeded','resource':'"
                            + ARN + "'}]}"));
            db.call("GetItem", get("a", true));
            db.call("GetItem", get("a", true));
            assertThat(reasons("GetItem", get("a", true))).containsExactly("TableReadMaxOnDemandThroughputExceeded");
            pass(1000);
            db.call("PutItem", put("a", 1));
            throttled("PutItem", put("a", 1));
        }

        @Test
        void aTableHasAtMostTheQuotaOfItsAccount() {
            onDemand(",'WarmThroughput':{'ReadUnitsPerSecond':120000,'WriteUnitsPerSecond':40000}");
            for (int i = 0; i < 25; i++) {
                db.call("PutItem", put("p" + i, 400));
                pass(1);
            }
            String scan = "{'TableName':'Tab','ConsistentRead':true,'Select':'COUNT'}";
            for (int i = 0; i < 17; i++) {
                // Each costs a little less than 2,500 units.
                db.call("Scan", scan);
            }

            ThrottledException refused = throttled("Scan", scan);

            assertThat(refused.type()).isEqualTo(ErrorType.REQUEST_LIMIT_EXCEEDED);
            assertThat(refused.reasons().getFirst().reason()).isEqualTo("TableReadAccountLimitExceeded");
            assertThat(refused)
                    .hasMessage("Throughput exceeds the current throughput limit for your account. To request a limit"
                            + " increase, contact AWS Support at https://aws.amazon.com/support.");
        }
    }

    @Nested
    class Partitions {
        /** A key in another partition than the first one's, of the four that a new on-demand table has. */
        private String elsewhere(String p) {
            return IntStream.range(0, 100)
                    .mapToObj(i -> "k" + i)
                    .filter(key -> quarter(key) != quarter(p))
                    .findFirst()
                    .orElseThrow();
        }

        private static long quarter(String key) {
            return Math.unsignedMultiplyHigh(Token.of(key.getBytes(StandardCharsets.UTF_8)), 4);
        }

        @Test
        void aHotKeyIsRefusedWhileOthersPass() {
            onDemand("");
            for (int i = 0; i < 3; i++) {
                db.call("PutItem", put("hot", 400));
            }

            ThrottledException refused = throttled("PutItem", put("hot", 1));

            assertThat(refused.type()).isEqualTo(ErrorType.THROTTLING);
            assertThat(refused)
                    .hasMessage(
                            "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically"
                                    + " scaling your table or index so please try again shortly. If exceptions persist, check if"
                                    + " you have a hot key:"
                                    + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html");
            assertThat(refused.reasons().getFirst().reason()).isEqualTo("TableWriteKeyRangeThroughputExceeded");
            db.call("PutItem", put(elsewhere("hot"), 1));
            pass(1);
            db.call("PutItem", put("hot", 1));
        }

        @Test
        void savedUnitsDoNotHelpAHotKey() {
            provisioned(1, 1000);
            pass(300);
            for (int i = 0; i < 3; i++) {
                db.call("PutItem", put("hot", 400));
            }
            ThrottledException refused = throttled("PutItem", put("hot", 1));
            assertThat(refused.type()).isEqualTo(ErrorType.PROVISIONED_THROUGHPUT_EXCEEDED);
            assertThat(refused.reasons().getFirst().reason()).isEqualTo("TableWriteKeyRangeThroughputExceeded");
        }

        @Test
        void readsOfAHotKeyAreLimitedTo3000Units() {
            onDemand("");
            db.call("PutItem", put("hot", 400));
            for (int i = 0; i < 30; i++) {
                db.call("GetItem", get("hot", true));
            }
            assertThat(reasons("GetItem", get("hot", true))).containsExactly("TableReadKeyRangeThroughputExceeded");
            db.call("GetItem", get(elsewhere("hot"), true));
        }

        @Test
        void aHotKeyOfAnIndexHoldsUpTheTable() {
            onDemand("");
            for (String write : List.of(put("hot", 400), put(elsewhere("hot"), 400), put("hot", 399))) {
                db.call("PutItem", write.replace("{'p'", "{'g':{'S':'same'},'p'"));
            }
            ThrottledException refused = throttled("PutItem", put("b", 1));
            assertThat(refused)
                    .hasMessage("Throughput exceeds the current capacity for one or more global secondary indexes."
                            + " DynamoDB is automatically scaling your index so please try again shortly.");
            assertThat(refused.reasons().getFirst().reason()).isEqualTo("IndexWriteKeyRangeThroughputExceeded");
            assertThat(refused.reasons().getFirst().resource()).isEqualTo(ARN + "/index/gsi");
        }

        @Test
        void allThatIsExceededIsTold() {
            onDemand(",'OnDemandThroughput':{'MaxWriteRequestUnits':1000}");
            for (int i = 0; i < 3; i++) {
                db.call("PutItem", put("hot", 400));
            }
            assertThat(reasons("PutItem", put("hot", 1)))
                    .containsExactly("TableWriteMaxOnDemandThroughputExceeded", "TableWriteKeyRangeThroughputExceeded");
        }
    }
}
