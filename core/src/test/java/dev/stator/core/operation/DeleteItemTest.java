package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.json;
import static dev.stator.core.operation.DatabaseFixture.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeleteItemTest {
    private static final String KEY = "'p':{'S':'1'},'s':{'B':'AQ=='}";

    private final DatabaseFixture db = new DatabaseFixture()
            .table("simple", "p:S")
            .table("pairs", "p:S s:B", local("byL", "p:S l:N", "ALL"), global("byG", "g:S", "KEYS_ONLY"));

    private static String delete(String table, String key, String... members) {
        return "{'TableName':'" + table + "','Key':{" + key + "}"
                + (members.length == 0 ? "" : "," + String.join(",", members)) + "}";
    }

    private void refuses(String request, String message) {
        db.refuses("DeleteItem", request, message);
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'TableName':1} | NUMBER_VALUE cannot be converted to String",
                    "{'Key':true} | Unexpected field type",
                    "{'Key':{'a':{'B':true}}} | only base-64-encoded strings are convertible to bytes",
                    "{'Expected':[]} | Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.ExpectedAttributeValue>",
                    "{'ConditionalOperator':{}} | Start of structure or map found where not expected",
                    "{'ConditionExpression':1} | NUMBER_VALUE cannot be converted to String"
                })
        void aMemberOfTheWrongTypeIsRefused(String request, String message) {
            db.refuses("DeleteItem", request, ErrorType.SERIALIZATION, message);
        }
    }

    @Nested
    class Validation {
        @Test
        void constraintsAreReportedTogether() {
            refuses(
                    "{'TableName':'abc','ConditionalOperator':'XOR','ReturnConsumedCapacity':'ALL'}",
                    "3 validation errors detected: Value 'ALL' at 'returnConsumedCapacity' failed to satisfy constraint:"
                            + " Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value null at 'key' failed to"
                            + " satisfy constraint: Member must not be null; Value 'XOR' at 'conditionalOperator' failed"
                            + " to satisfy constraint: Member must satisfy enum value set: [OR, AND]");
        }

        @Test
        void expressionsExcludeLegacyParameters() {
            refuses(
                    delete("none", "", "'ConditionExpression':'','Expected':{}"),
                    "Can not use both expression and non-expression parameters in the same request: Non-expression"
                            + " parameters: {Expected} Expression parameters: {ConditionExpression}");
        }

        @Test
        void theKeysValuesComeBeforeReturnValues() {
            refuses(
                    delete("none", "'p':{'NULL':false}", "'ReturnValues':'ALL_NEW'"),
                    "One or more parameter values were invalid: Null attribute value types must have the value of true");
        }

        @ParameterizedTest
        @ValueSource(strings = {"ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"})
        void onlyTheOldItemCanBeReturned(String returnValues) {
            refuses(
                    delete("none", "", "'ReturnValues':'" + returnValues + "'"),
                    "ReturnValues can only be ALL_OLD or NONE");
        }

        @Test
        void theConditionComesBeforeTheTable() {
            refuses(
                    delete("none", "", "'ConditionExpression':'a <> a'"),
                    "Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this"
                            + " operator or function; operator: <>, first operand: [a]");
        }

        @Test
        void conditionalOperatorNeedsTwoConditions() {
            refuses(
                    delete("none", "", "'ConditionalOperator':'OR'"),
                    "ConditionalOperator cannot be used without Filter or Expected");
            refuses(
                    delete("none", "", "'ConditionalOperator':'OR','Expected':{'a':{'Exists':false}}"),
                    "ConditionalOperator can only be used when Filter or Expected has two or more elements");
        }

        @Test
        void theTableMustExist() {
            db.refuses("DeleteItem", delete("none", ""), ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "`` ",
                    "'p':{'S':'1'}",
                    "'p':{'S':'1'},'s':{'S':'1'}",
                    "'p':{'S':'1'},'x':{'B':'AQ=='}",
                    "'p':{'S':'1'},'s':{'B':'AQ=='},'x':{'S':'1'}"
                })
        void theKeyMustMatchTheSchema(String key) {
            refuses(delete("pairs", key), "The provided key element does not match the schema");
        }

        @Test
        void keysMayNotBeEmpty() {
            refuses(
                    delete("pairs", "'p':{'S':'1'},'s':{'B':''}"),
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an"
                            + " empty binary value. Key: s");
        }

        @Test
        void aConditionMayNotReachIntoAKey() {
            refuses(
                    delete("pairs", KEY, "'ConditionExpression':'attribute_exists(s.x)'"),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: s");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void a27ADeletedItemIsGoneForAStrongRead() {
            db.put("pairs", KEY + ",'l':{'N':'1'}").put("pairs", "'p':{'S':'1'},'s':{'B':'Ag=='},'l':{'N':'1'}");
            db.answers("DeleteItem", delete("pairs", KEY), "{}");
            assertThat(db.item("pairs", KEY)).isNull();
            db.answers(
                    "Query",
                    "{'TableName':'pairs','IndexName':'byL','ConsistentRead':true,'KeyConditionExpression':'p = :p',"
                            + "'ExpressionAttributeValues':{':p':{'S':'1'}}}",
                    "{'Count':1,'ScannedCount':1,'Items':[{'p':{'S':'1'},'s':{'B':'Ag=='},'l':{'N':'1'}}]}");
        }

        @Test
        void deletingNothingIsNoError() {
            db.answers("DeleteItem", delete("pairs", KEY, "'ReturnValues':'ALL_OLD'"), "{}");
        }

        @Test
        void theOldItemIsReturned() {
            db.put("pairs", KEY + ",'l':{'N':'1'}");
            db.answers(
                    "DeleteItem",
                    delete("pairs", KEY, "'ReturnValues':'ALL_OLD'"),
                    "{'Attributes':{" + KEY + ",'l':{'N':'1'}}}");
        }

        @Test
        void aConditionThatFailsKeepsTheItemAndTellsItWhereAsked() {
            db.put("simple", "'p':{'S':'1'},'n':{'N':'5'}");
            String request = delete(
                    "simple",
                    "'p':{'S':'1'}",
                    "'ConditionExpression':'n > :n','ExpressionAttributeValues':{':n':{'N':'5'}}",
                    "'ReturnValuesOnConditionCheckFailure':'ALL_OLD'");
            assertThat(db.errorBody("DeleteItem", request))
                    .isEqualTo(json("{'__type':'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',"
                            + "'message':'The conditional request failed','Item':{'p':{'S':'1'},'n':{'N':'5'}}}"));
            assertThat(db.item("simple", "'p':{'S':'1'}")).isNotNull();
            db.answers("DeleteItem", request.replace("n > :n", "n >= :n"), "{}");
            assertThat(db.item("simple", "'p':{'S':'1'}")).isNull();
        }

        @Test
        void theLegacyConditionIsExpected() {
            db.put("simple", "'p':{'S':'1'},'n':{'N':'5'}");
            String expected = "'Expected':{'n':{'AttributeValueList':[{'N':'4'}],'ComparisonOperator':'%s'}}";
            db.refuses(
                    "DeleteItem",
                    delete("simple", "'p':{'S':'1'}", expected.formatted("LE")),
                    ErrorType.CONDITIONAL_CHECK_FAILED,
                    "The conditional request failed");
            db.answers("DeleteItem", delete("simple", "'p':{'S':'1'}", expected.formatted("GT")), "{}");
        }

        @Test
        void trap42CollectionMetricsAreToldOfTablesWithLocalIndexes() {
            db.answers(
                    "DeleteItem",
                    delete("pairs", KEY, "'ReturnItemCollectionMetrics':'SIZE'"),
                    "{'ItemCollectionMetrics':{'ItemCollectionKey':{'p':{'S':'1'}},'SizeEstimateRangeGB':[0.0,1.0]}}");
        }
    }
}
