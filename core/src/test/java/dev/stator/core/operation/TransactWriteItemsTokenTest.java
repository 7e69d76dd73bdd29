package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a TransactWriteItems meets, costs, and how it is repeated; {@link TransactWriteItemsTest} has the rest. */
class TransactWriteItemsTokenTest extends TransactWriteItemsContract {
    @Nested
    class Conflicts {
        @Test
        void anItemThatOthersKeepWritingCancelsInTheEnd() {
            engine.conflict(Integer.MAX_VALUE, key -> new String(key.collection(), UTF_8).equals("b"));

            assertCancelled(
                    "None, TransactionConflict, None",
                    "[{'Code':'None'},{'Code':'TransactionConflict','Message':'Transaction is ongoing for the item'},"
                            + "{'Code':'None'}]",
                    put("a"),
                    put("b"),
                    put("c"));
            assertThat(db.get("a")).isEqualTo(Map.of());
        }

        @Test
        void aFewConflictsAreNotNoticed() {
            engine.conflict(20, key -> new String(key.collection(), UTF_8).equals("b"));

            assertThat(write(put("a"), add("b", 1))).isEqualTo(Map.of());
            assertThat(db.get("b")).isEqualTo(json("{'p':{'S':'b'},'n':{'N':'1'}}"));
        }
    }

    @Nested
    class Units {
        private Object consumed(String detail, String... actions) {
            return Objects.requireNonNull(Json.at(
                    db.call(
                            "TransactWriteItems",
                            "{'ReturnConsumedCapacity':'" + detail + "','TransactItems':[" + String.join(",", actions)
                                    + "]}"),
                    "ConsumedCapacity"));
        }

        @Test
        void trap22_anItemCostsTwiceItsLargerImage() {
            assertThat(consumed("TOTAL", put("a"), put("b")))
                    .isEqualTo(json("[{'TableName':'Tab','CapacityUnits':4.0,'WriteCapacityUnits':4.0}]"));
            db.put("{'p':{'S':'c'}" + payload(3_000) + "}");
            assertThat(consumed("TOTAL", delete("c")))
                    .isEqualTo(json("[{'TableName':'Tab','CapacityUnits':6.0,'WriteCapacityUnits':6.0}]"));
        }

        @Test
        void aConditionCheckCostsAsMuchAsAWrite() {
            db.put("{'p':{'S':'a'}" + payload(3_000) + "}");

            assertThat(consumed("TOTAL", CHECK_A))
                    .isEqualTo(json("[{'TableName':'Tab','CapacityUnits':6.0,'WriteCapacityUnits':6.0}]"));
            assertThat(consumed("TOTAL", CHECK_A.replace("'a'", "'none'").replace("exists", "not_exists")))
                    .isEqualTo(json("[{'TableName':'Tab','CapacityUnits':2.0,'WriteCapacityUnits':2.0}]"));
        }

        @Test
        void unitsAreToldByTableInTheOrderOfTheRequest() {
            assertThat(consumed(
                            "INDEXES",
                            putInto("Com", "'p':{'S':'a'},'s':{'S':'1'},'l':{'S':'2'},'g':{'S':'3'}"),
                            put("a"),
                            putInto("Com", "'p':{'S':'b'},'s':{'S':'1'}")))
                    .isEqualTo(json("[{'TableName':'Com','CapacityUnits':6.0,'WriteCapacityUnits':6.0,"
                            + "'Table':{'CapacityUnits':4.0,'WriteCapacityUnits':4.0},"
                            + "'LocalSecondaryIndexes':{'lsi':{'CapacityUnits':1.0,'WriteCapacityUnits':1.0}},"
                            + "'GlobalSecondaryIndexes':{'gsi':{'CapacityUnits':1.0,'WriteCapacityUnits':1.0}}},"
                            + "{'TableName':'Tab','CapacityUnits':2.0,'WriteCapacityUnits':2.0,"
                            + "'Table':{'CapacityUnits':2.0,'WriteCapacityUnits':2.0}}]"));
        }

        @Test
        void aCancelledTransactionIsCharged() {
            db.put("{'p':{'S':'b'}" + payload(3_000) + "}");
            double before = db.writeUnits("Tab");

            refused(CHECK_A, delete("b"));

            assertThat(db.writeUnits("Tab") - before).isEqualTo(8.0);
        }

        @Test
        void aTransactionIsCharged() {
            write(put("a"), put("b"));

            assertThat(db.writeUnits("Tab")).isEqualTo(4.0);
        }
    }

    @Nested
    class Tokens {
        private Object write(String token, String action) {
            return db.call("TransactWriteItems", request(token, action));
        }

        private static String request(String token, String action) {
            return "{'ClientRequestToken':'" + token + "','ReturnConsumedCapacity':'TOTAL','TransactItems':[" + action
                    + "]}";
        }

        @Test
        void trap07_aRepeatedRequestIsCarriedOutOnceAndAnotherIsRefused() {
            Object first = write("t1", add("a", 1));
            Object second = write("t1", add("a", 1));
            Object error = db.error("TransactWriteItems", request("t1", add("a", 2)));

            assertThat(first)
                    .isEqualTo(json("{'ConsumedCapacity':[{'TableName':'Tab','CapacityUnits':2.0,"
                            + "'WriteCapacityUnits':2.0}]}"));
            assertThat(second)
                    .isEqualTo(json("{'ConsumedCapacity':[{'TableName':'Tab','CapacityUnits':2.0,"
                            + "'ReadCapacityUnits':2.0}]}"));
            assertThat(Json.at(error, "__type"))
                    .isEqualTo("com.amazonaws.dynamodb.v20120810#IdempotentParameterMismatchException");
            assertThat(db.get("a")).isEqualTo(json("{'p':{'S':'a'},'n':{'N':'1'}}"));
        }

        @Test
        void aRepetitionCostsWhatReadingTheItemsDoes() {
            String action = put("a", payload(5_000));

            assertThat(Json.at(write("t1", action), "ConsumedCapacity.0.WriteCapacityUnits"))
                    .isEqualTo(10.0);
            double before = db.readUnits("Tab");
            assertThat(Json.at(write("t1", action), "ConsumedCapacity.0.ReadCapacityUnits"))
                    .isEqualTo(4.0);
            assertThat(db.readUnits("Tab") - before).isEqualTo(4.0);
        }

        @Test
        void theOrderOfMembersAndWhatToTellMakeNoOtherRequest() {
            write("t1", put("a", ",'x':{'M':{'b':{'N':'1'},'c':{'SS':['d','e']}}}"));

            assertThat(db.call(
                            "TransactWriteItems",
                            "{'TransactItems':[{'Put':{'Item':{'x':{'M':{'c':{'SS':['e','d']},'b':{'N':'1.0'}}},'p':{'S':"
                                    + "'a'}},'TableName':'Tab'}}],'ClientRequestToken':'t1'}"))
                    .isEqualTo(Map.of());
        }

        @Test
        void aTokenLastsTenMinutes() {
            write("t1", add("a", 1));
            db.sleep(Duration.ofMinutes(10).minusMillis(1));
            write("t1", add("a", 1));
            assertThat(db.get("a")).isEqualTo(json("{'p':{'S':'a'},'n':{'N':'1'}}"));

            db.sleep(Duration.ofMillis(1));
            write("t1", add("a", 5));
            assertThat(db.get("a")).isEqualTo(json("{'p':{'S':'a'},'n':{'N':'6'}}"));

            db.sleep(Duration.ofMinutes(9));
            write("t1", add("a", 5));
            assertThat(db.get("a")).isEqualTo(json("{'p':{'S':'a'},'n':{'N':'6'}}"));
        }

        @Test
        void aCancelledRequestMayBeTriedAgainWithItsToken() {
            db.refused("TransactWriteItems", request("t1", CHECK_A));
            db.put("{'p':{'S':'a'}}");

            assertThat(Json.at(write("t1", CHECK_A), "ConsumedCapacity.0.WriteCapacityUnits"))
                    .isEqualTo(2.0);
        }

        @Test
        void aRepetitionWhoseConditionNoLongerHoldsSucceeds() {
            String once = put("a").replace("'Item'", "'ConditionExpression':'attribute_not_exists(p)','Item'");

            write("t1", once);

            assertThat(Json.at(write("t1", once), "ConsumedCapacity.0.ReadCapacityUnits"))
                    .isEqualTo(2.0);
        }
    }
}
