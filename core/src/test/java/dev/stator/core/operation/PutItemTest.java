package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.json;
import static dev.stator.core.operation.DatabaseFixture.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Limits;
import dev.stator.core.error.ErrorType;
import dev.stator.core.stream.StreamLimits;
import dev.stator.storage.memory.MemoryEngine;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DynamoDB's texts were observed in us-east-1 and eu-west-2 between 2013 and 2026. */
class PutItemTest {
    private final DatabaseFixture db = new DatabaseFixture()
            .table("simple", "p:S")
            .table(
                    "pairs",
                    "p:S s:N",
                    local("byL", "p:S l:S", "KEYS_ONLY"),
                    global("byG", "g:S h:N", "a"),
                    global("byB", "b:B", "ALL"));

    private static String put(String table, String item, String... members) {
        return "{'TableName':'" + table + "','Item':{" + item + "}"
                + (members.length == 0 ? "" : "," + String.join(",", members)) + "}";
    }

    private void refuses(String request, String message) {
        db.refuses("PutItem", request, message);
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'TableName':23} | NUMBER_VALUE cannot be converted to String",
                    "{'TableName':true} | TRUE_VALUE cannot be converted to String",
                    "{'TableName':-4.6} | DECIMAL_VALUE cannot be converted to String",
                    "{'TableName':{}} | Start of structure or map found where not expected",
                    "{'Item':'a'} | Unexpected field type",
                    "{'Item':[]} | Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>",
                    "{'Item':{'a':'b'}} | Unexpected value type in payload",
                    "{'Item':{'a':[]}} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue",
                    "{'Item':{'a':{'S':1}}} | NUMBER_VALUE cannot be converted to String",
                    "{'Item':{'a':{'N':1}}} | NUMBER_VALUE cannot be converted to String",
                    "{'Item':{'a':{'B':'a'}}} | Base64 encoded length is expected a multiple of 4 bytes but found: 1",
                    "{'Item':{'a':{'B':'=+/='}}} | Invalid last non-pad Base64 character dectected",
                    "{'Item':{'a':{'B':1}}} | only base-64-encoded strings are convertible to bytes",
                    "{'Item':{'a':{'BOOL':'maybe'}}} | Unexpected token received from parser",
                    "{'Item':{'a':{'NULL':1}}} | NUMBER_VALUE cannot be converted to Boolean",
                    "{'Item':{'a':{'SS':'a'}}} | Unexpected field type",
                    "{'Item':{'a':{'NS':[1]}}} | NUMBER_VALUE cannot be converted to String",
                    "{'Item':{'a':{'L':{}}}} | Start of structure or map found where not expected",
                    "{'Item':{'a':{'M':{'b':{'S':true}}}}} | TRUE_VALUE cannot be converted to String",
                    "{'Expected':{'a':'b'}} | Unexpected value type in payload",
                    "{'Expected':{'a':{'Exists':23}}} | NUMBER_VALUE cannot be converted to Boolean",
                    "{'Expected':{'a':{'Value':'b'}}} | Unexpected field type",
                    "{'Expected':{'a':{'AttributeValueList':'b'}}} | Unexpected field type",
                    "{'ExpressionAttributeNames':{'#a':1}} | NUMBER_VALUE cannot be converted to String",
                    "{'ExpressionAttributeValues':[]} | Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>",
                    "{'ReturnValues':[]} | Unrecognized collection type class java.lang.String"
                })
        void aMemberOfTheWrongTypeIsRefused(String request, String message) {
            db.refuses("PutItem", request, ErrorType.SERIALIZATION, message);
        }

        @Test
        void nullMembersCountAsAbsent() {
            db.answers(
                    "PutItem",
                    "{'TableName':'simple','ReturnValues':null,'Expected':null,'Item':{'p':{'S':'1','N':null}}}",
                    "{}");
            assertThat(db.item("simple", "'p':{'S':'1'}")).isEqualTo(json("{'p':{'S':'1'}}"));
        }
    }

    @Nested
    class Validation {
        @Test
        void constraintsAreReportedTogether() {
            refuses(
                    "{'TableName':'abc;','ReturnConsumedCapacity':'hi','ReturnItemCollectionMetrics':'hi',"
                            + "'ReturnValues':'hi','ConditionalOperator':'AN','ReturnValuesOnConditionCheckFailure':'hi',"
                            + "'Expected':{'a':{'ComparisonOperator':'LIKE'}}}",
                    "8 validation errors detected: Value 'hi' at 'returnConsumedCapacity' failed to satisfy constraint:"
                            + " Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value 'abc;' at 'tableName'"
                            + " failed to satisfy constraint: Member must satisfy regular expression pattern:"
                            + " [a-zA-Z0-9_.-]+; Value null at 'item' failed to satisfy constraint: Member must not be"
                            + " null; Value 'AN' at 'conditionalOperator' failed to satisfy constraint: Member must"
                            + " satisfy enum value set: [OR, AND]; Value 'hi' at 'returnValues' failed to satisfy"
                            + " constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE,"
                            + " UPDATED_NEW]; Value 'hi' at 'returnItemCollectionMetrics' failed to satisfy constraint:"
                            + " Member must satisfy enum value set: [SIZE, NONE]; Value 'hi' at"
                            + " 'returnValuesOnConditionCheckFailure' failed to satisfy constraint: Member must satisfy"
                            + " enum value set: [ALL_OLD, NONE]; Value 'LIKE' at"
                            + " 'expected.a.member.comparisonOperator' failed to satisfy constraint: Member must satisfy"
                            + " enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE,"
                            + " BEGINS_WITH, GE, CONTAINS]");
        }

        @Test
        void expressionsExcludeLegacyParameters() {
            refuses(
                    put("none", "", "'ConditionExpression':''", "'Expected':{}"),
                    "Can not use both expression and non-expression parameters in the same request: Non-expression"
                            + " parameters: {Expected} Expression parameters: {ConditionExpression}");
        }

        @Test
        void namesAndValuesNeedAnExpression() {
            refuses(
                    put("none", "", "'ExpressionAttributeNames':{'#a':'a'}"),
                    "ExpressionAttributeNames can only be specified when using expressions");
            refuses(
                    put("none", "", "'ExpressionAttributeValues':{':a':{'S':'a'}}"),
                    "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{} | Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
                    "{'S':'a','N':'1'} | Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
                    "{'SS':[]} | One or more parameter values were invalid: An string set  may not be empty",
                    "{'NS':[]} | One or more parameter values were invalid: An number set  may not be empty",
                    "{'BS':[]} | One or more parameter values were invalid: Binary sets should not be empty",
                    "{'SS':['a','b','a']} | One or more parameter values were invalid: Input collection [a, b, a] contains duplicates.",
                    "{'BS':['Yg==','Yg==']} | One or more parameter values were invalid: Input collection [Yg==, Yg==]of type BS contains duplicates.",
                    "{'N':''} | The parameter cannot be converted to a numeric value",
                    "{'N':'b'} | The parameter cannot be converted to a numeric value: b",
                    "{'N':'123456789012345678901234567890123456789'} | Attempting to store more than 38 significant digits in a Number",
                    "{'N':'1e126'} | Number overflow. Attempting to store a number with magnitude larger than supported range",
                    "{'N':'-1e126'} | Number overflow. Attempting to store a number with magnitude larger than supported range",
                    "{'N':'1e-131'} | Number underflow. Attempting to store a number with magnitude smaller than supported range",
                    "{'L':[{'SS':[]}]} | One or more parameter values were invalid: An string set  may not be empty"
                })
        void aMalformedValueIsRefusedBeforeTheTableIsLookedUp(String value, String message) {
            refuses(put("none", "'a':" + value), message);
        }

        @Test
        void trap10NumbersThatAreEqualAreDuplicates() {
            refuses(put("simple", "'p':{'S':'1'},'n':{'NS':['1','1.0']}"), "Input collection contains duplicates");
        }

        @Test
        void trap11AMapMayNotHoldAnythingThatIsNoValue() {
            refuses(
                    put("simple", "'p':{'S':'1'},'m':{'M':{'x':{'dog':'cat'}}}"),
                    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
            assertThat(db.item("simple", "'p':{'S':'1'}")).isNull();
        }

        @Test
        void trap28NullIsAlwaysTrue() {
            refuses(
                    put("simple", "'p':{'S':'1'},'x':{'NULL':false}"),
                    "One or more parameter values were invalid: Null attribute value types must have the value of true");
        }

        @Test
        void aValueHas32LevelsAtMostOfWhichAScalarIsOne() {
            String nested = "{'L':[".repeat(31) + "{'S':'x'}" + "]}".repeat(31);
            db.put("simple", "'p':{'S':'deep'},'l':" + nested);
            refuses(
                    put("simple", "'p':{'S':'deeper'},'m':{'M':{'l':" + nested + "}}"),
                    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond"
                            + " supported limit");
        }

        @ParameterizedTest
        @ValueSource(strings = {"ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"})
        void onlyTheOldItemCanBeReturned(String returnValues) {
            refuses(
                    put("none", "'a':{'S':'a'}", "'ReturnValues':'" + returnValues + "'"),
                    "ReturnValues can only be ALL_OLD or NONE");
        }

        @Test
        void trap32AnItemMayHave409600BytesAndNoMore() {
            String largest = "'p':{'S':'1'},'text':{'S':'" + "x".repeat(409_600 - 6) + "'}";
            db.put("simple", largest);
            refuses(put("none", largest.replace("text", "texts")), "Item size has exceeded the maximum allowed size");
        }

        @Test
        void trap32NumbersTakeAByteForTwoDigitsAndOneMore() {
            // Name 1, value 1 + 2 pairs on either side of the point + 1 for the sign.
            String number = "'p':{'S':'1'},'n':{'N':'-123.456'},'t':{'S':'";
            db.put("simple", number + "x".repeat(409_600 - 2 - 7 - 1) + "'}");
            refuses(
                    put("simple", number + "x".repeat(409_600 - 2 - 7) + "'}"),
                    "Item size has exceeded the maximum allowed size");
        }

        @Test
        void theSizeComesBeforeTheConditionAndTheConditionBeforeTheTable() {
            String tooLarge = "'p':{'S':'" + "x".repeat(409_600) + "'}";
            refuses(
                    put("none", tooLarge, "'ConditionExpression':'a'"),
                    "Item size has exceeded the maximum allowed size");
            refuses(
                    put("none", "'p':{'S':'1'}", "'ConditionExpression':'a'"),
                    "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"a\"");
        }

        @Test
        void valuesMustBeUsed() {
            refuses(
                    put(
                            "none",
                            "'p':{'S':'1'}",
                            "'ConditionExpression':'attribute_exists(a)'",
                            "'ExpressionAttributeValues':{':a':{'S':'a'}}"),
                    "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a}");
        }

        @Test
        void theTableMustExist() {
            db.refuses(
                    "PutItem",
                    put("none", "'p':{'S':'1'}"),
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found");
        }

        @Test
        void a1TheItemMustHaveBothKeysOfACompositeKey() {
            refuses(
                    put("pairs", "'p':{'S':'1'}"),
                    "One or more parameter values were invalid: Missing the key s in the item");
            refuses(
                    put("pairs", "'s':{'N':'1'}"),
                    "One or more parameter values were invalid: Missing the key p in the item");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'BOOL':true} | BOOL",
                    "{'NULL':true} | NULL",
                    "{'SS':['1']} | SS",
                    "{'NS':['1']} | NS",
                    "{'M':{}} | M",
                    "{'L':[]} | L",
                    "{'S':'1'} | S",
                    "{'B':'YQ=='} | B"
                })
        void a2KeysAreScalarsOfTheDeclaredType(String value, String type) {
            refuses(
                    put("pairs", "'p':{'S':'1'},'s':" + value),
                    "One or more parameter values were invalid: Type mismatch for key s expected: N actual: " + type);
            refuses(
                    put("pairs", "'p':{'S':'1'},'s':{'N':'1'},'h':" + value),
                    "One or more parameter values were invalid: Type mismatch for Index Key h Expected: N Actual: "
                            + type + " IndexName: byG");
        }

        @Test
        void c3ABooleanCannotBeAnIndexKey() {
            refuses(
                    put("pairs", "'p':{'S':'1'},'s':{'N':'1'},'g':{'BOOL':false}"),
                    "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S Actual: BOOL"
                            + " IndexName: byG");
        }

        @Test
        void ofSeveralIndexesTheFirstByNameIsTold() {
            refuses(
                    put("pairs", "'p':{'S':'1'},'s':{'N':'1'},'l':{'N':'1'},'g':{'N':'1'},'b':{'N':'1'}"),
                    "One or more parameter values were invalid: Type mismatch for Index Key b Expected: B Actual: N"
                            + " IndexName: byB");
        }

        @Test
        void keysMayNotBeEmpty() {
            refuses(
                    put("pairs", "'p':{'S':''},'s':{'N':'1'}"),
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an"
                            + " empty string value. Key: p");
            refuses(
                    put("pairs", "'p':{'S':'1'},'s':{'N':'1'},'g':{'S':''}"),
                    "One or more parameter values are not valid. A value specified for a secondary index key is not"
                            + " supported. The AttributeValue for a key attribute cannot contain an empty string value."
                            + " IndexName: byG, IndexKey: g");
            refuses(
                    put("pairs", "'p':{'S':'1'},'s':{'N':'1'},'b':{'B':''}"),
                    "One or more parameter values are not valid. A value specified for a secondary index key is not"
                            + " supported. The AttributeValue for a key attribute cannot contain an empty binary value."
                            + " IndexName: byB, IndexKey: b");
        }

        @Test
        void b17APartitionKeyHas2048BytesAndASortKey1024AtMost() {
            db.put("simple", "'p':{'S':'" + "x".repeat(2048) + "'}");
            refuses(
                    put("simple", "'p':{'S':'" + "x".repeat(2049) + "'}"),
                    "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048"
                            + " bytes");
            db.put("pairs", "'p':{'S':'1'},'s':{'N':'1'},'l':{'S':'" + "x".repeat(1024) + "'}");
            refuses(
                    put("pairs", "'p':{'S':'1'},'s':{'N':'1'},'l':{'S':'" + "x".repeat(1025) + "'}"),
                    "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size"
                            + " limit of 1024 bytes");
        }

        @Test
        void aConditionMayNotReachIntoAKey() {
            refuses(
                    put("pairs", "'p':{'S':'1'},'s':{'N':'1'}", "'ConditionExpression':'attribute_exists(p.a)'"),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: p");
            refuses(
                    put("pairs", "'p':{'S':'1'},'s':{'N':'1'}", "'ConditionExpression':'attribute_exists(g[1])'"),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey:"
                            + " g");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void allTypesComeBackAsTheyWere() {
            String item = "{'p':{'S':'1'},'s':{'S':''},'n':{'N':'-0.5'},'b':{'B':'AP8='},'t':{'BOOL':true},"
                    + "'f':{'BOOL':false},'u':{'NULL':true},'m':{'M':{'x':{'M':{}}}},'l':{'L':[{'L':[]},{'S':'é😀'}]},"
                    + "'ss':{'SS':['b','a']},'ns':{'NS':['3','-1']},'bs':{'BS':['YQ==','']}}";
            db.answers("PutItem", "{'TableName':'simple','Item':" + item + "}", "{}");
            assertThat(db.item("simple", "'p':{'S':'1'}")).isEqualTo(json(item));
        }

        @Test
        void numbersComeBackInCanonicalForm() {
            db.put("simple", "'p':{'S':'1'},'a':{'N':'+0012.500'},'b':{'N':'1e3'},'c':{'N':'-0'},'d':{'N':'.5'}");
            assertThat(db.item("simple", "'p':{'S':'1'}"))
                    .isEqualTo(json("{'p':{'S':'1'},'a':{'N':'12.5'},'b':{'N':'1000'},'c':{'N':'0'},'d':{'N':'0.5'}}"));
        }

        @Test
        void namesMayBeLong() {
            db.answers(
                    "PutItem",
                    put(
                            "simple",
                            "'p':{'S':'1'},'" + "n".repeat(65_000) + "':{'S':'a'}",
                            "'ReturnConsumedCapacity':'TOTAL'"),
                    "{'ConsumedCapacity':{'TableName':'simple','CapacityUnits':64.0}}");
        }

        @Test
        void a1APutReplacesTheItemWithTheSamePairOfKeys() {
            db.put("pairs", "'p':{'S':'1'},'s':{'N':'1'},'a':{'S':'old'}", "'p':{'S':'1'},'s':{'N':'2'}");
            db.put("pairs", "'p':{'S':'1'},'s':{'N':'1.0'},'b':{'B':'YQ=='}");
            db.answers(
                    "Scan",
                    "{'TableName':'pairs'}",
                    "{'Count':2,'ScannedCount':2,'Items':[{'p':{'S':'1'},'s':{'N':'1'},'b':{'B':'YQ=='}},"
                            + "{'p':{'S':'1'},'s':{'N':'2'}}]}");
        }

        @Test
        void theOldItemIsReturnedWhereThereWasOne() {
            String first = put("simple", "'p':{'S':'1'},'a':{'S':'old'}", "'ReturnValues':'ALL_OLD'");
            db.answers("PutItem", first, "{}");
            db.answers(
                    "PutItem",
                    put("simple", "'p':{'S':'1'},'b':{'S':'new'}", "'ReturnValues':'ALL_OLD'"),
                    "{'Attributes':{'p':{'S':'1'},'a':{'S':'old'}}}");
            db.answers("PutItem", put("simple", "'p':{'S':'1'}", "'ReturnValues':'NONE'"), "{}");
        }

        @Test
        void aConditionThatFailsChangesNothing() {
            db.put("simple", "'p':{'S':'1'},'a':{'S':'old'}");
            String request = put("simple", "'p':{'S':'1'}", "'ConditionExpression':'attribute_not_exists(p)'");
            db.refuses("PutItem", request, ErrorType.CONDITIONAL_CHECK_FAILED, "The conditional request failed");
            assertThat(db.item("simple", "'p':{'S':'1'}")).isEqualTo(json("{'p':{'S':'1'},'a':{'S':'old'}}"));
        }

        @Test
        void aFailedConditionTellsTheItemWhereAsked() {
            db.put("simple", "'p':{'S':'1'},'a':{'S':'old'}");
            String condition = "'ConditionExpression':'attribute_not_exists(p)'";
            String allOld = "'ReturnValuesOnConditionCheckFailure':'ALL_OLD'";
            String type = "'__type':'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',"
                    + "'message':'The conditional request failed'";
            assertThat(db.errorBody("PutItem", put("simple", "'p':{'S':'1'}", condition, allOld)))
                    .isEqualTo(json("{" + type + ",'Item':{'p':{'S':'1'},'a':{'S':'old'}}}"));
            assertThat(db.errorBody("PutItem", put("simple", "'p':{'S':'1'}", condition)))
                    .isEqualTo(json("{" + type + "}"));
            assertThat(db.errorBody(
                            "PutItem",
                            put("simple", "'p':{'S':'2'}", "'ConditionExpression':'attribute_exists(p)'", allOld)))
                    .isEqualTo(json("{" + type + "}"));
        }

        @Test
        void theLegacyConditionIsExpected() {
            db.put("simple", "'p':{'S':'1'},'a':{'N':'5'}");
            String either = "'Expected':{'a':{'Value':{'N':'6'}},'p':{'ComparisonOperator':'NOT_NULL'}}";
            db.refuses(
                    "PutItem",
                    put("simple", "'p':{'S':'1'}", either),
                    ErrorType.CONDITIONAL_CHECK_FAILED,
                    "The conditional request failed");
            db.answers("PutItem", put("simple", "'p':{'S':'1'}", either, "'ConditionalOperator':'OR'"), "{}");
            db.refuses(
                    "PutItem",
                    put("simple", "'p':{'S':'1'}", "'Expected':{'p':{'Exists':false}}"),
                    ErrorType.CONDITIONAL_CHECK_FAILED,
                    "The conditional request failed");
        }

        @Test
        void theTablesArnStandsForItsName() {
            String arn = "arn:aws:dynamodb:eu-west-2:000000000000:table/simple";
            db.answers(
                    "PutItem",
                    put(arn, "'p':{'S':'1'}", "'ReturnConsumedCapacity':'TOTAL'"),
                    "{'ConsumedCapacity':{'TableName':'" + arn + "','CapacityUnits':1.0}}");
            assertThat(db.item(arn, "'p':{'S':'1'}")).isEqualTo(json("{'p':{'S':'1'}}"));
        }

        @Test
        void trap42CollectionMetricsAreToldOfTablesWithLocalIndexes() {
            db.answers(
                    "PutItem",
                    put("pairs", "'p':{'S':'1'},'s':{'N':'1'}", "'ReturnItemCollectionMetrics':'SIZE'"),
                    "{'ItemCollectionMetrics':{'ItemCollectionKey':{'p':{'S':'1'}},'SizeEstimateRangeGB':[0.0,1.0]}}");
            db.answers("PutItem", put("simple", "'p':{'S':'1'}", "'ReturnItemCollectionMetrics':'SIZE'"), "{}");
            db.answers(
                    "PutItem",
                    put("pairs", "'p':{'S':'1'},'s':{'N':'1'}", "'ReturnItemCollectionMetrics':'NONE'"),
                    "{}");
        }

        @Test
        void aCollectionWithLocalIndexesHasALargestSize() {
            try (DatabaseFixture small = new DatabaseFixture(
                            new MemoryEngine(), new Limits(100, 1 << 20, StreamLimits.DYNAMODB))
                    .table("tab", "p:S s:N", local("loc", "p:S l:S", "ALL"))
                    .table("free", "p:S s:N")) {
                // 40 bytes in the table and as many in the index.
                String item = "'p':{'S':'1'},'s':{'N':'%d'},'l':{'S':'" + "x".repeat(34) + "'}";
                small.put("tab", item.formatted(1));
                small.refuses(
                        "PutItem",
                        put("tab", item.formatted(2)),
                        ErrorType.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED,
                        "Collection size exceeded.");
                small.put(
                        "tab",
                        item.formatted(1).replace("xx", "x"),
                        item.formatted(2).replace("'1'", "'2'"));
                small.put("free", item.formatted(1), item.formatted(2), item.formatted(3));
            }
        }
    }
}
