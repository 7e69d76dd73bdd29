package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Limits;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.stream.StreamLimits;
import dev.stator.storage.memory.MemoryEngine;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts and the order of checks as the public conformance suites found them in us-east-1, eu-west-2 and eu-central-1, 2026.
 * {@code SerializabilityTest} is about transactions at the same time.
 */
class TransactWriteItemsTest extends TransactWriteItemsContract {
    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                'x'                 | Unexpected field type
                {'a':1}             | Start of structure or map found where not expected
                ['x']               | Unexpected value type in payload
                [[1]]               | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.TransactWriteItem
                [{'Put':[1]}]       | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.Put
                [{'Delete':'x'}]    | Unexpected field type
                [{'Update':{'UpdateExpression':true}}] | TRUE_VALUE cannot be converted to String
                [{'ConditionCheck':{'Key':'x'}}]       | Unexpected field type
                """)
        void actionsAreReadAsStructures(String items, String text) {
            ApiException refused = db.refused("TransactWriteItems", "{'TransactItems':" + items + "}");

            assertThat(refused.type()).isEqualTo(ErrorType.SERIALIZATION);
            assertThat(refused).hasMessage(text);
        }
    }

    @Nested
    class Validation {
        @Test
        void violationsAreGatheredTheTokenFirst() {
            String token = "x".repeat(37);
            assertThat(db.refused(
                            "TransactWriteItems",
                            "{'ClientRequestToken':'" + token
                                    + "','ReturnItemCollectionMetrics':'b','ReturnConsumedCapacity':'a'}"))
                    .hasMessage("4 validation errors detected: Value '" + token
                            + "' at 'clientRequestToken' failed to satisfy constraint: Member must have length less than"
                            + " or equal to 36; Value 'a' at 'returnConsumedCapacity' failed to satisfy constraint:"
                            + " Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value 'b' at"
                            + " 'returnItemCollectionMetrics' failed to satisfy constraint: Member must satisfy enum"
                            + " value set: [SIZE, NONE]; Value null at 'transactItems' failed to satisfy constraint:"
                            + " Member must not be null");
        }

        @Test
        void thereIsAtLeastOneAction() {
            assertInvalid(
                    "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member"
                            + " must have length greater than or equal to 1");
        }

        @Test
        void aHundredActionsAreAcceptedAndNoMore() {
            String[] actions =
                    IntStream.range(0, 101).mapToObj(i -> put("k" + i)).toArray(String[]::new);

            assertThat(refused(actions).getMessage())
                    .startsWith("1 validation error detected: Value '[")
                    .endsWith("]' at 'transactItems' failed to satisfy constraint: Member must have length less than or"
                            + " equal to 100");
            assertThat(db.get("k0")).isEqualTo(Map.of());
            actions[100] = actions[99];
            assertThat(write(Arrays.copyOf(actions, 100))).isEqualTo(Map.of());
            assertThat(db.get("k99")).isEqualTo(json("{'p':{'S':'k99'}}"));
        }

        @Test
        void violationsNameTheActionByItsPlaceAndKind() {
            assertInvalid(
                    "3 validation errors detected: Value 'bad!name' at 'transactItems.2.member.update.tableName' failed to"
                            + " satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value"
                            + " null at 'transactItems.2.member.update.updateExpression' failed to satisfy constraint:"
                            + " Member must not be null; Value 'x' at"
                            + " 'transactItems.2.member.update.returnValuesOnConditionCheckFailure' failed to satisfy"
                            + " constraint: Member must satisfy enum value set: [ALL_OLD, NONE]",
                    put("a"),
                    "{'Update':{'TableName':'bad!name','Key':{},'ReturnValuesOnConditionCheckFailure':'x'}}");
        }

        @ParameterizedTest
        @CsvSource({
            "Put,put,item",
            "Delete,delete,key",
            "ConditionCheck,conditionCheck,key",
        })
        void requiredMembersAreAskedFor(String action, String path, String member) {
            String check = action.equals("ConditionCheck")
                    ? "; Value null at 'transactItems.1.member.conditionCheck.conditionExpression' failed to satisfy"
                            + " constraint: Member must not be null"
                    : "";
            assertInvalid(
                    (check.isEmpty() ? "2" : "3")
                            + " validation errors detected: Value null at 'transactItems.1.member."
                            + path + ".tableName' failed to satisfy constraint: Member must not be null; Value null at"
                            + " 'transactItems.1.member." + path + "." + member
                            + "' failed to satisfy constraint: Member must not be null" + check,
                    "{'" + action + "':{}}");
        }

        @ParameterizedTest
        @ValueSource(strings = {"{}", "null", "{'Get':{}}", "{'Put':null}"})
        void anElementHasAnAction(String element) {
            assertInvalid(
                    "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request", element);
        }

        @Test
        void anElementHasOneActionOnly() {
            assertInvalid(
                    "TransactItems can only contain one of Check, Put, Update or Delete",
                    "{'Put':{'TableName':'Tab','Item':{'p':{'S':'a'}}},"
                            + "'Delete':{'TableName':'Tab','Key':{'p':{'S':'a'}}}}");
        }

        @Test
        void expressionsAreCheckedBeforeTablesAreLookedUp() {
            assertInvalid(
                    "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"(\"",
                    putInto("Missing", "'p':{'S':'a'}"),
                    CHECK_A.replace("attribute_exists(p)", "attribute_exists("));
            assertInvalid(
                    "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}",
                    putInto("Missing", "'p':{'S':'a'}"),
                    CHECK_A.replace("'}}", "','ExpressionAttributeValues':{':v':{'S':'x'}}}}"));
            assertInvalid(
                    "Invalid ConditionExpression: The expression can not be empty;",
                    CHECK_A.replace("attribute_exists(p)", ""));
            assertInvalid(
                    "ExpressionAttributeNames can only be specified when using expressions",
                    "{'Delete':{'TableName':'Tab','Key':{'p':{'S':'a'}},'ExpressionAttributeNames':{'#a':'b'}}}");
        }

        @Test
        void theFirstActionThatIsWrongDecidesTheText() {
            String tooLarge = put("b", payload(410_000));
            String malformed = CHECK_A.replace("attribute_exists(p)", "(");

            assertThat(refused(malformed, tooLarge)).hasMessageStartingWith("Invalid ConditionExpression");
            assertInvalid("Item size has exceeded the maximum allowed size", tooLarge, malformed);
        }

        @Test
        void tablesAreLookedUpBeforeKeysAndDuplicatesAreChecked() {
            ApiException refused = refused(put("a"), put("a"), "{'Delete':{'TableName':'Missing','Key':{}}}");

            assertThat(refused.type()).isEqualTo(ErrorType.RESOURCE_NOT_FOUND);
            assertThat(refused).hasMessage("Requested resource not found");
        }

        @Test
        void keysCancelTheTransactionBeforeDuplicatesAreChecked() {
            assertCancelled(
                    "None, None, ValidationError",
                    "[{'Code':'None'},{'Code':'None'},{'Code':'ValidationError','Message':'The provided key element does"
                            + " not match the schema'}]",
                    put("a"),
                    CHECK_A,
                    "{'Delete':{'TableName':'Tab','Key':{'p':{'N':'1'}}}}");
        }

        @Test
        void aPutsKeysAreToldInThePutsOwnWords() {
            assertCancelled(
                    "ValidationError, ValidationError",
                    "[{'Code':'ValidationError','Message':'One or more parameter values were invalid: Type mismatch for"
                            + " key p expected: S actual: N'},{'Code':'ValidationError','Message':'One or more parameter"
                            + " values were invalid: Missing the key p in the item'}]",
                    putInto("Tab", "'p':{'N':'5'}"),
                    putInto("Tab", "'q':{'S':'5'}"));
        }

        @Test
        void emptyKeysAreTheRequestsOwnError() {
            String text =
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain"
                            + " an empty string value. Key: p";

            assertInvalid(text, put(""));
            assertInvalid(text, add("", 1));
            assertInvalid(text, delete(""));
            assertInvalid(text, putInto("Tab", "'p':{'N':'5'}"), CHECK_A.replace("'a'", "''"));
            assertInvalid(
                    "One or more parameter values are not valid. A value specified for a secondary index key is not"
                            + " supported. The AttributeValue for a key attribute cannot contain an empty string value."
                            + " IndexName: lsi, IndexKey: l",
                    CHECK_A,
                    putInto("Com", "'p':{'S':'a'},'s':{'S':'a'},'l':{'S':''}"));
            assertInvalid(
                    "One or more parameter values are not valid. The update expression attempted to update a secondary"
                            + " index key to a value that is not supported. The AttributeValue for a key attribute cannot"
                            + " contain an empty string value.",
                    "{'Update':{'TableName':'Com','Key':{'p':{'S':'a'},'s':{'S':'1'}},'UpdateExpression':'SET l = :l',"
                            + "'ExpressionAttributeValues':{':l':{'S':''}}}}");
        }

        @Test
        void anUpdateOfTheKeyCancels() {
            assertCancelled(
                    "ValidationError",
                    "[{'Code':'ValidationError','Message':'One or more parameter values were invalid: Cannot update"
                            + " attribute p. This attribute is part of the key'}]",
                    add("a", 1).replace("ADD n", "SET p =").replace("{'N':'1'}", "{'S':'b'}"));
        }

        @Test
        void noItemIsNamedTwice() {
            String arn = put("a").replace("'Tab'", "'arn:aws:dynamodb:eu-west-2:000000000000:table/Tab'");

            assertInvalid("Transaction request cannot include multiple operations on one item", put("a"), CHECK_A);
            assertInvalid("Transaction request cannot include multiple operations on one item", put("a"), arn);
            assertThat(write(put("a"), put("b"))).isEqualTo(Map.of());
        }

        @Test
        void allItemsTogetherHaveFourMegabytesAtMost() {
            String[] actions = IntStream.range(0, 12)
                    .mapToObj(i -> put("k" + i, payload(350_000)))
                    .toArray(String[]::new);

            assertThat(refused(actions).getMessage())
                    .startsWith("Transaction payload size cannot exceed 4MB. Payload Size: : Transaction payload size"
                            + " cannot exceed 4MB. Payload Size: 42000");
            assertThat(db.get("k0")).isEqualTo(Map.of());
        }

        @Test
        void whatUpdatesLeaveCountsTowardsTheFourMegabytes() {
            IntStream.range(0, 12).forEach(i -> db.put("{'p':{'S':'k" + i + "'}" + payload(350_000) + "}"));
            String[] actions =
                    IntStream.range(0, 12).mapToObj(i -> add("k" + i, 1)).toArray(String[]::new);

            assertThat(refused(actions).getMessage()).startsWith("Transaction payload size cannot exceed 4MB.");
            assertThat(write(Arrays.copyOf(actions, 11))).isEqualTo(Map.of());
        }
    }

    @Nested
    class Behaviour {
        @Test
        void allActionsAreCarriedOut() {
            db.put("{'p':{'S':'a'}}");
            db.put("{'p':{'S':'b'},'n':{'N':'1'}}");
            db.put("{'p':{'S':'c'}}");

            assertThat(write(CHECK_A, add("b", 2), delete("c"), put("d"), delete("none")))
                    .isEqualTo(Map.of());

            assertThat(db.get("a")).isEqualTo(json("{'p':{'S':'a'}}"));
            assertThat(db.get("b")).isEqualTo(json("{'p':{'S':'b'},'n':{'N':'3'}}"));
            assertThat(db.get("c")).isEqualTo(Map.of());
            assertThat(db.get("d")).isEqualTo(json("{'p':{'S':'d'}}"));
        }

        @Test
        void tablesAndIndexesAreWrittenTogether() {
            write(put("a"), putInto("Com", "'p':{'S':'a'},'s':{'S':'1'},'l':{'S':'2'},'g':{'S':'3'}"));

            for (String index : new String[] {"'IndexName':'lsi'", "'IndexName':'gsi'", "'ConsistentRead':true"}) {
                assertThat(Json.at(db.call("Scan", "{'TableName':'Com'," + index + "}"), "Count"))
                        .isEqualTo(1L);
            }
        }

        @Test
        void oneFailedConditionCancelsAll() {
            db.put("{'p':{'S':'b'},'n':{'N':'1'}}");

            assertCancelled(
                    "ConditionalCheckFailed, None, None",
                    "[{'Code':'ConditionalCheckFailed','Message':'The conditional request failed'},{'Code':'None'},"
                            + "{'Code':'None'}]",
                    CHECK_A,
                    add("b", 2),
                    put("c"));

            assertThat(db.get("b")).isEqualTo(json("{'p':{'S':'b'},'n':{'N':'1'}}"));
            assertThat(db.get("c")).isEqualTo(Map.of());
        }

        @Test
        void reasonsTellTheOldItemWhereTheActionAsksForIt() {
            db.put("{'p':{'S':'b'},'n':{'N':'1'}}");
            String fails =
                    "'ConditionExpression':'attribute_not_exists(p) AND n > :n','ReturnValuesOnConditionCheckFailure':"
                            + "'ALL_OLD','ExpressionAttributeValues':{':n':{'N':'5'}}";

            assertCancelled(
                    "ConditionalCheckFailed, ConditionalCheckFailed, None",
                    "[{'Code':'ConditionalCheckFailed','Message':'The conditional request failed'},"
                            + "{'Code':'ConditionalCheckFailed','Message':'The conditional request failed',"
                            + "'Item':{'p':{'S':'b'},'n':{'N':'1'}}},{'Code':'None'}]",
                    "{'Put':{'TableName':'Tab','Item':{'p':{'S':'a'}}," + fails + "}}",
                    "{'Delete':{'TableName':'Tab','Key':{'p':{'S':'b'}}," + fails + "}}",
                    put("c"));
        }

        @Test
        void anUpdateThatCannotBeAppliedCancels() {
            db.put("{'p':{'S':'a'},'n':{'S':'text'}}");

            assertCancelled(
                    "None, ValidationError",
                    "[{'Code':'None'},{'Code':'ValidationError','Message':'An operand in the update expression has an"
                            + " incorrect data type'}]",
                    put("b"),
                    add("a", 1));
        }

        @Test
        void wrongIndexKeysCancelWhetherPutOrUpdated() {
            String reason =
                    "[{'Code':'ValidationError','Message':'One or more parameter values were invalid: Type mismatch"
                            + " for Index Key l Expected: S Actual: N IndexName: lsi'}]";

            assertCancelled("ValidationError", reason, putInto("Com", "'p':{'S':'a'},'s':{'S':'1'},'l':{'N':'2'}"));
            assertCancelled(
                    "ValidationError",
                    reason,
                    "{'Update':{'TableName':'Com','Key':{'p':{'S':'a'},'s':{'S':'1'}},'UpdateExpression':'SET l = :l',"
                            + "'ExpressionAttributeValues':{':l':{'N':'2'}}}}");
        }

        @Test
        void anUpdateWithAFailedConditionMakesNoItem() {
            refused(add("a", 1).replace("'ADD n :n'", "'ADD n :n','ConditionExpression':'attribute_exists(p)'"));

            assertThat(db.get("a")).isEqualTo(Map.of());
        }

        @Test
        void itemCollectionsMayNotOutgrowTheirLimit() {
            try (TransactionFixture small = new TransactionFixture(
                    new MemoryEngine(), new Limits(2_000, Limits.DYNAMODB.pageBytesMax(), StreamLimits.DYNAMODB))) {
                String actions = IntStream.range(0, 3)
                        .mapToObj(i -> putInto("Com", "'p':{'S':'a'},'s':{'S':'" + i + "'}" + payload(900)))
                        .collect(Collectors.joining(","));

                Object error = small.error("TransactWriteItems", "{'TransactItems':[" + actions + "]}");

                assertThat(Json.at(error, "CancellationReasons"))
                        .isEqualTo(json("[{'Code':'None'},{'Code':'None'},{'Code':'ItemCollectionSizeLimitExceeded',"
                                + "'Message':'Collection size exceeded.'}]"));
                assertThat(Json.at(small.call("Scan", "{'TableName':'Com'}"), "Count"))
                        .isEqualTo(0L);
            }
        }

        @Test
        void itemCollectionMetricsAreToldOfTheCollectionsThatWereWritten() {
            Object answer = db.call(
                    "TransactWriteItems",
                    "{'ReturnItemCollectionMetrics':'SIZE','TransactItems':["
                            + putInto("Com", "'p':{'S':'a'},'s':{'S':'1'}") + ","
                            + putInto("Com", "'p':{'S':'a'},'s':{'S':'2'}") + "," + put("a")
                            + ",{'ConditionCheck':{'TableName':'Com','Key':{'p':{'S':'b'},'s':{'S':'1'}},"
                            + "'ConditionExpression':'attribute_not_exists(p)'}}]}");

            assertThat(answer)
                    .isEqualTo(json("{'ItemCollectionMetrics':{'Com':[{'ItemCollectionKey':{'p':{'S':'a'}},"
                            + "'SizeEstimateRangeGB':[0.0,1.0]}]}}"));
        }
    }
}
