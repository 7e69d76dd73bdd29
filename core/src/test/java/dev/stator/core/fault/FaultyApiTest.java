package dev.stator.core.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.fault.FaultError.Kind;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.sandbox.SandboxFixture;
import dev.stator.core.wire.UnansweredException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What requests meet, through a whole database. */
final class FaultyApiTest {
    private static final Effect INTERNAL = new Effect.Fail(new FaultError(Kind.InternalServerError));

    private final SandboxFixture db = new SandboxFixture();

    @AfterEach
    void close() {
        db.close();
    }

    @Nested
    final class Rules {
        @Test
        void fireForTheirOperationAndTableOnly() {
            db.faults().add(FaultRule.when(INTERNAL).operation("PutItem").table("Tab"));
            db.faults().add(FaultRule.when(INTERNAL).table("Other"));

            assertThat(db.get("a")).isEqualTo("none");
            assertThatThrownBy(() -> db.put("a", "1")).isInstanceOf(ApiException.class);
            assertThat(db.refused("GetItem", "{'TableName':'Other'}").type())
                    .isEqualTo(ErrorType.INTERNAL_SERVER_ERROR);
        }

        @Test
        void fireForTheirKeyWhereverARequestNamesIt() {
            db.faults().add(FaultRule.when(INTERNAL).key(Map.of("p", new AttributeValue.S("bad"))));

            db.put("good", "1");
            assertThatThrownBy(() -> db.put("bad", "1")).isInstanceOf(ApiException.class);
            assertThatThrownBy(() -> db.get("bad")).isInstanceOf(ApiException.class);
            db.refused("BatchGetItem", "{'RequestItems':{'Tab':{'Keys':[" + key("good") + "," + key("bad") + "]}}}");
            db.refused("BatchWriteItem", "{'RequestItems':{'Tab':[{'DeleteRequest':{'Key':" + key("bad") + "}}]}}");
            db.refused(
                    "TransactWriteItems",
                    "{'TransactItems':[{'Delete':{'TableName':'Tab','Key':" + key("bad") + "}}]}");
            assertThat(db.call("Scan", "{'TableName':'Tab'}")).contains("'Count':1");
        }

        @Test
        void anArnNamesItsTable() {
            db.faults().add(FaultRule.when(INTERNAL).table("Tab"));

            assertThat(db.refused("Scan", "{'TableName':'arn:aws:dynamodb:eu-west-2:000000000000:table/Tab'}")
                            .type())
                    .isEqualTo(ErrorType.INTERNAL_SERVER_ERROR);
        }

        @Test
        void countTheCallsThatMatch() {
            int rule = db.faults()
                    .add(FaultRule.when(INTERNAL).operation("GetItem").calls(Calls.nth(2)));

            db.get("a");
            db.put("a", "1");
            assertThatThrownBy(() -> db.get("a")).isInstanceOf(ApiException.class);
            db.get("a");

            assertThat(db.faults().fired())
                    .containsExactly(new Fired(rule, 2, "GetItem", "Tab", INTERNAL, SandboxFixture.START));
        }

        @Test
        void removedOnesFireNoMore() {
            int rule = db.faults().add(FaultRule.when(INTERNAL));

            assertThat(db.faults().remove(rule)).isTrue();
            assertThat(db.faults().remove(rule)).isFalse();

            assertThat(db.get("a")).isEqualTo("none");
        }

        @Test
        void theLogTellsTheRulesApart() {
            int one = db.faults().add(FaultRule.when(new Effect.Delay(Duration.ofMillis(1))));
            int two = db.faults()
                    .add(FaultRule.when(new Effect.Delay(Duration.ofMillis(2))).operation("PutItem"));

            db.put("a", "1");
            db.get("a");

            assertThat(db.faults().fired(one)).extracting(Fired::operation).containsExactly("PutItem", "GetItem");
            assertThat(db.faults().fired(two)).extracting(Fired::operation).containsExactly("PutItem");
        }

        @Test
        void theLogIsBounded() {
            db.faults().add(FaultRule.when(new Effect.Delay(Duration.ZERO)).operation("ListTables"));
            for (int i = 0; i < Faults.FIRED_MAX + 5; i++) {
                db.call("ListTables", "{}");
            }
            assertThat(db.faults().fired()).hasSize(Faults.FIRED_MAX);
            assertThat(db.faults().fired().getFirst().call()).isEqualTo(6);
        }

        @Test
        void aRequestThatIsNoJsonIsRefusedByTheOperation() {
            db.faults().add(FaultRule.when(INTERNAL).table("Tab"));

            assertThat(db.refused("PutItem", "{'TableName':").type()).isEqualTo(ErrorType.SERIALIZATION);
        }
    }

    @Nested
    final class Errors {
        @Test
        void throttlingTellsReasonAndResource() {
            db.faults().add(fail(Kind.ProvisionedThroughputExceededException).operation("PutItem"));
            db.faults().add(fail(Kind.ThrottlingException).operation("Query"));
            db.faults()
                    .add(FaultRule.when(new Effect.Fail(new FaultError(
                                    Kind.RequestLimitExceeded, List.of("TableReadAccountLimitExceeded"))))
                            .operation("GetItem"));

            assertThat(body(db.refused("PutItem", "{'TableName':'Tab'}")))
                    .isEqualTo("{'__type':'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',"
                            + "'message':'The level of configured provisioned throughput for the table was exceeded."
                            + " Consider increasing your provisioning level with the UpdateTable API.',"
                            + "'ThrottlingReasons':[{'reason':'TableWriteProvisionedThroughputExceeded',"
                            + "'resource':'arn:aws:dynamodb:eu-west-2:000000000000:table/Tab'}]}");
            assertThat(body(db.refused("Query", "{'TableName':'Tab','IndexName':'Glo'}")))
                    .startsWith("{'__type':'com.amazon.coral.availability#ThrottlingException'")
                    .endsWith("'throttlingReasons':[{'reason':'IndexReadKeyRangeThroughputExceeded',"
                            + "'resource':'arn:aws:dynamodb:eu-west-2:000000000000:table/Tab/index/Glo'}]}");
            assertThat(body(db.refused("GetItem", "{'TableName':'Tab'}")))
                    .startsWith("{'__type':'com.amazonaws.dynamodb.v20120810#RequestLimitExceeded'")
                    .contains("'ThrottlingReasons':[{'reason':'TableReadAccountLimitExceeded',");
        }

        @Test
        void whatHasNoTableIsThrottledWithoutReasons() {
            db.faults().add(FaultRule.when(new Effect.Fail(new FaultError(Kind.ThrottlingException))));

            ApiException refused = db.refused("ListTables", "{}");

            assertThat(refused.type()).isEqualTo(ErrorType.THROTTLING);
            assertThat(refused.getMessage()).isEqualTo("Rate of requests exceeds the allowed throughput.");
        }

        @Test
        void aTransactionIsCancelledForTheGivenReasons() {
            db.faults()
                    .add(FaultRule.when(new Effect.Fail(new FaultError(
                            Kind.TransactionCanceledException, List.of("None", "TransactionConflict")))));

            ApiException refused = db.refused(
                    "TransactWriteItems",
                    "{'TransactItems':[" + delete("a") + "," + delete("b") + "," + delete("c") + "]}");

            assertThat(body(refused))
                    .contains("specific reasons [None, TransactionConflict, None]")
                    .contains("'CancellationReasons':[{'Code':'None'},{'Code':'TransactionConflict','Message':"
                            + "'Transaction is ongoing for the item'},{'Code':'None'}]");
        }

        @Test
        void theOthersAreWhatDynamoDbSays() {
            db.faults().add(fail(Kind.TransactionConflictException).operation("PutItem"));
            db.faults().add(fail(Kind.InternalServerError).operation("GetItem"));

            assertThat(body(db.refused("PutItem", "{'TableName':'Tab'}")))
                    .isEqualTo("{'__type':'com.amazonaws.dynamodb.v20120810#TransactionConflictException',"
                            + "'message':'Transaction is ongoing for the item'}");
            ApiException internal = db.refused("GetItem", "{'TableName':'Tab'}");
            assertThat(internal.status()).isEqualTo(500);
            assertThat(body(internal)).contains("#InternalServerError'");
        }

        @Test
        void reasonsThatMeanNothingAreRefused() {
            assertThatThrownBy(() -> new FaultError(Kind.TransactionCanceledException, List.of("Bad")))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new FaultError(Kind.TransactionCanceledException, List.of("None")))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new FaultError(Kind.InternalServerError, List.of("Why")))
                    .isInstanceOf(IllegalArgumentException.class);
        }

        private FaultRule fail(Kind kind) {
            return FaultRule.when(new Effect.Fail(new FaultError(kind)));
        }
    }

    @Nested
    final class Batches {
        @Test
        void trap37AWriteIsPartlyUnprocessedInAnAnswerThatIsASuccess() {
            db.faults().add(FaultRule.when(new Effect.LeaveUnprocessed(1)).calls(Calls.first(1)));
            String batch =
                    "{'RequestItems':{'Tab':[" + putRequest("a") + ",{'DeleteRequest':{'Key':" + key("b") + "}}]}}";

            assertThat(db.call("BatchWriteItem", batch))
                    .isEqualTo("{'UnprocessedItems':{'Tab':[{'DeleteRequest':{'Key':{'p':{'S':'b'}}}}]}}");
            assertThat(db.getStrong("a")).isEqualTo("a");
            assertThat(db.call("BatchWriteItem", batch)).isEqualTo("{'UnprocessedItems':{}}");
        }

        @Test
        void onlyItemsThatTheRuleMatchesAreLeft() {
            db.faults()
                    .add(FaultRule.when(new Effect.LeaveUnprocessed(25)).key(Map.of("p", new AttributeValue.S("a"))));

            assertThat(db.call(
                            "BatchWriteItem",
                            "{'RequestItems':{'Tab':[" + putRequest("a") + "," + putRequest("b") + "]}}"))
                    .isEqualTo("{'UnprocessedItems':{'Tab':[" + putRequest("a") + "]}}");
            assertThat(db.getStrong("a")).isEqualTo("none");
            assertThat(db.getStrong("b")).isEqualTo("b");
        }

        @Test
        void keysAreLeftWithWhatTheRequestSaysAboutThem() {
            db.put("a", "1");
            db.put("b", "2");
            db.faults().add(FaultRule.when(new Effect.LeaveUnprocessed(1)));

            assertThat(db.call(
                            "BatchGetItem",
                            "{'RequestItems':{'Tab':{'Keys':[" + key("a") + "," + key("b")
                                    + "],'ConsistentRead':true,'ProjectionExpression':'v'}}}"))
                    .isEqualTo("{'Responses':{'Tab':[{'v':{'S':'1'}}]},'UnprocessedKeys':{'Tab':{'Keys':[" + key("b")
                            + "],'ConsistentRead':true,'ProjectionExpression':'v'}}}");
        }

        @Test
        void trap37ABatchOfWhichNothingIsLeftIsRefused() {
            db.faults().add(FaultRule.when(new Effect.LeaveUnprocessed(2)));

            assertThat(db.refused("BatchWriteItem", "{'RequestItems':{'Tab':[" + putRequest("a") + "]}}")
                            .type())
                    .isEqualTo(ErrorType.PROVISIONED_THROUGHPUT_EXCEEDED);
            assertThat(db.refused("BatchGetItem", "{'RequestItems':{'Tab':{'Keys':[" + key("a") + "]}}}")
                            .type())
                    .isEqualTo(ErrorType.PROVISIONED_THROUGHPUT_EXCEEDED);
            assertThat(db.getStrong("a")).isEqualTo("none");
        }

        @Test
        void otherOperationsDoNotMatch() {
            db.faults().add(FaultRule.when(new Effect.LeaveUnprocessed(1)));
            db.put("a", "1");
            assertThat(db.faults().fired()).isEmpty();
        }

        private static String putRequest(String key) {
            return "{'PutRequest':{'Item':{'p':{'S':'" + key + "'},'v':{'S':'" + key + "'}}}}";
        }
    }

    @Nested
    final class Connections {
        @Test
        void delaysAddUpAndPassBeforeTheCall() {
            db.faults()
                    .add(FaultRule.when(new Effect.Delay(Duration.ofSeconds(2))).operation("PutItem"));
            db.faults()
                    .add(FaultRule.when(new Effect.Delay(Duration.ofSeconds(3))).operation("PutItem"));

            db.put("a", "1");

            assertThat(db.slept).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(3));
            assertThat(db.getStrong("a")).isEqualTo("1");
        }

        @Test
        void anAnswerIsLostAndTheWriteIsThere() {
            db.faults().add(FaultRule.when(Effect.Drop.AFTER).operation("PutItem"));

            assertThatThrownBy(() -> db.put("a", "1")).isInstanceOf(UnansweredException.class);

            assertThat(db.getStrong("a")).isEqualTo("1");
        }

        @Test
        void anErrorIsLostLikeAnyOtherAnswer() {
            db.faults().add(FaultRule.when(Effect.Drop.AFTER));

            assertThatThrownBy(() -> db.call("GetItem", "{}"))
                    .isInstanceOf(UnansweredException.class)
                    .hasMessageContaining("ValidationException");
        }

        @Test
        void aRequestIsLostAndNothingIsThere() {
            db.faults().add(FaultRule.when(Effect.Drop.BEFORE).operation("PutItem"));

            assertThatThrownBy(() -> db.put("a", "1")).isInstanceOf(UnansweredException.class);

            assertThat(db.getStrong("a")).isEqualTo("none");
        }
    }

    @Nested
    final class EarlierStates {
        @Test
        void anEventualReadIsBehindByCommitsToItsTable() {
            db.put("a", "0");
            db.faults().add(FaultRule.when(new Effect.StaleRead(new Lag.Commits(1))));
            assertThat(db.get("a")).isEqualTo("0");

            db.put("a", "1");
            assertThat(db.get("a")).isEqualTo("0");
            assertThat(db.getStrong("a")).isEqualTo("1");

            db.put("a", "2");
            assertThat(db.get("a")).isEqualTo("1");
            assertThat(db.call("Scan", "{'TableName':'Tab'}")).contains("'v':{'S':'1'}");
            assertThat(db.call("Scan", "{'TableName':'Tab','ConsistentRead':true}"))
                    .contains("'v':{'S':'2'}");
        }

        @Test
        void severalCommitsLeadFurtherBackButNotBehindTheRule() {
            db.put("a", "before the rule");
            db.faults().add(FaultRule.when(new Effect.StaleRead(new Lag.Commits(2))));
            db.put("a", "1");
            assertThat(db.get("a")).isEqualTo("before the rule");
            db.put("a", "2");
            db.put("a", "3");
            assertThat(db.get("a")).isEqualTo("1");
        }

        @Test
        void anEventualReadIsBehindByTime() {
            db.put("a", "0");
            db.faults().add(FaultRule.when(new Effect.StaleRead(new Lag.Time(Duration.ofSeconds(10)))));
            db.put("a", "1");
            db.clock.advance(Duration.ofSeconds(9));
            assertThat(db.get("a")).isEqualTo("0");

            db.clock.advance(Duration.ofSeconds(1));
            assertThat(db.get("a")).isEqualTo("1");
        }

        @Test
        void aGlobalIndexFollowsLaterAndItsTableAtOnce() {
            db.faults().add(FaultRule.when(new Effect.IndexLag(new Lag.Time(Duration.ofMinutes(1)))));

            db.put("a", "1");
            assertThat(db.indexed()).isZero();
            assertThat(db.get("a")).isEqualTo("1");

            db.clock.advance(Duration.ofMinutes(1));
            assertThat(db.indexed()).isEqualTo(1);
        }

        @Test
        void aGlobalIndexIsBehindByCommits() {
            db.faults().add(FaultRule.when(new Effect.IndexLag(new Lag.Commits(2))));
            db.put("a", "1");
            db.put("b", "1");
            assertThat(db.indexed()).isZero();
            db.put("c", "1");
            assertThat(db.indexed()).isEqualTo(1);
        }

        @Test
        void withoutTheRuleEverythingIsSeenAgain() {
            int rule = db.faults().add(FaultRule.when(new Effect.StaleRead(new Lag.Commits(1))));
            db.put("a", "1");
            assertThat(db.get("a")).isEqualTo("none");

            db.faults().remove(rule);
            assertThat(db.get("a")).isEqualTo("1");
        }

        @Test
        void aNewRuleDoesNotLeadBehindItself() {
            FaultRule rule = FaultRule.when(new Effect.StaleRead(new Lag.Commits(9)));
            int first = db.faults().add(rule);
            db.put("a", "1");
            db.faults().remove(first);
            db.put("a", "2");

            db.faults().add(rule);

            assertThat(db.get("a")).isEqualTo("2");
        }

        @Test
        void onlyTheCallsOfTheRuleAreBehind() {
            db.faults()
                    .add(FaultRule.when(new Effect.StaleRead(new Lag.Commits(1)))
                            .calls(Calls.nth(1)));
            db.put("a", "1");
            assertThat(db.getStrong("a")).isEqualTo("1");
            assertThat(db.get("a")).isEqualTo("none");
            assertThat(db.get("a")).isEqualTo("1");
        }
    }

    private static String key(String key) {
        return "{'p':{'S':'" + key + "'}}";
    }

    private static String delete(String key) {
        return "{'Delete':{'TableName':'Tab','Key':" + key(key) + "}}";
    }

    private static String body(ApiException error) {
        JsonWriter out = new JsonWriter();
        error.write(out);
        return new String(out.toByteArray(), UTF_8).replace('"', '\'');
    }
}
