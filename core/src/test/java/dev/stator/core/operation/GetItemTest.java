package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GetItemTest {
    private final DatabaseFixture db = new DatabaseFixture()
            .table("simple", "p:S")
            .table("numbers", "n:N")
            .table("pairs", "p:S s:N", global("byG", "g:S", "ALL"));

    private static String get(String table, String key, String... members) {
        return "{'TableName':'" + table + "','Key':{" + key + "}"
                + (members.length == 0 ? "" : "," + String.join(",", members)) + "}";
    }

    private void refuses(String request, String message) {
        db.refuses("GetItem", request, message);
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'TableName':{}} | Start of structure or map found where not expected",
                    "{'Key':[]} | Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>",
                    "{'Key':{'a':1}} | Unexpected value type in payload",
                    "{'ConsistentRead':'perhaps'} | Unexpected token received from parser",
                    "{'ConsistentRead':[]} | Unrecognized collection type class java.lang.Boolean",
                    "{'AttributesToGet':'a'} | Unexpected field type",
                    "{'AttributesToGet':[1]} | NUMBER_VALUE cannot be converted to String",
                    "{'ExpressionAttributeNames':'a'} | Unexpected field type",
                    "{'ExpressionAttributeNames':[]} | Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>",
                    "{'ProjectionExpression':1.5} | DECIMAL_VALUE cannot be converted to String"
                })
        void aMemberOfTheWrongTypeIsRefused(String request, String message) {
            db.refuses("GetItem", request, ErrorType.SERIALIZATION, message);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {"`` ", "[]", "1", "{'TableName':", "{} {}", "{'a':}"})
        void aBodyThatIsNoObjectIsRefusedWithoutAText(String body) {
            assertThat(db.errorBody("GetItem", body == null ? "" : body))
                    .isEqualTo(json("{'__type':'com.amazon.coral.service#SerializationException'}"));
        }
    }

    @Nested
    class Validation {
        @Test
        void constraintsAreReportedTogether() {
            refuses(
                    "{'TableName':'abc;','ReturnConsumedCapacity':'hi','AttributesToGet':[]}",
                    "4 validation errors detected: Value 'hi' at 'returnConsumedCapacity' failed to satisfy constraint:"
                            + " Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value 'abc;' at 'tableName'"
                            + " failed to satisfy constraint: Member must satisfy regular expression pattern:"
                            + " [a-zA-Z0-9_.-]+; Value null at 'key' failed to satisfy constraint: Member must not be"
                            + " null; Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have"
                            + " length greater than or equal to 1");
        }

        @Test
        void expressionsExcludeLegacyParameters() {
            refuses(
                    get("none", "", "'ProjectionExpression':'','AttributesToGet':['a']"),
                    "Can not use both expression and non-expression parameters in the same request: Non-expression"
                            + " parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}");
        }

        @Test
        void namesNeedAnExpression() {
            refuses(
                    get("none", "", "'ExpressionAttributeNames':{'#a':'a'}"),
                    "ExpressionAttributeNames can only be specified when using expressions");
        }

        @Test
        void anAttributeIsAskedForOnce() {
            refuses(
                    get("none", "", "'AttributesToGet':['a','b','a']"),
                    "One or more parameter values were invalid: Duplicate value in attribute name: a");
        }

        @Test
        void theKeysValuesComeBeforeTheProjectionAndThatBeforeTheTable() {
            refuses(
                    get("none", "'p':{}", "'ProjectionExpression':''"),
                    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
            refuses(
                    get("none", "'p':{'S':'1'}", "'ProjectionExpression':''"),
                    "Invalid ProjectionExpression: The expression can not be empty;");
        }

        @Test
        void a25ReservedWordsNeedNames() {
            refuses(
                    get("none", "'p':{'S':'1'}", "'ProjectionExpression':'a, Timestamp'"),
                    "Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: Timestamp");
            db.put("simple", "'p':{'S':'1'},'Timestamp':{'N':'1'}");
            db.answers(
                    "GetItem",
                    get(
                            "simple",
                            "'p':{'S':'1'}",
                            "'ProjectionExpression':'#t','ExpressionAttributeNames':{'#t':'Timestamp'}"),
                    "{'Item':{'Timestamp':{'N':'1'}}}");
        }

        @Test
        void theTableMustExist() {
            db.refuses("GetItem", get("none", ""), ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "`` ",
                    "'s':{'N':'1'}",
                    "'p':{'S':'1'}",
                    "'p':{'N':'1'},'s':{'N':'1'}",
                    "'p':{'S':'1'},'s':{'NULL':true}",
                    "'p':{'S':'1'},'s':{'N':'1'},'g':{'S':'1'}"
                })
        void theKeyMustMatchTheSchema(String key) {
            refuses(get("pairs", key), "The provided key element does not match the schema");
        }

        @Test
        void keysMayNotBeEmptyOrTooLong() {
            refuses(
                    get("simple", "'p':{'S':''}"),
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an"
                            + " empty string value. Key: p");
            refuses(
                    get("simple", "'p':{'S':'" + "é".repeat(1025) + "'}"),
                    "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048"
                            + " bytes");
        }

        @Test
        void aProjectionMayNotReachIntoAKey() {
            refuses(
                    get("pairs", "'p':{'S':'1'},'s':{'N':'1'}", "'ProjectionExpression':'a, g.b'"),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey:"
                            + " g");
        }

        @Test
        void anArnMustBeWellFormedAndOfThisRegionAndAccount() {
            refuses(
                    get("arn:aws:dynamodb:us-east-1:000000000000:table/simple", "'p':{'S':'1'}"),
                    "1 validation error detected: Invalid AWS region in"
                            + " 'arn:aws:dynamodb:us-east-1:000000000000:table/simple'");
            db.refuses(
                    "GetItem",
                    get("arn:aws:dynamodb:eu-west-2:000000000000:table/none", "'p':{'S':'1'}"),
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void aMissingItemIsAnEmptyAnswer() {
            db.answers("GetItem", get("simple", "'p':{'S':'1'}"), "{}");
        }

        @Test
        void anItemWithoutTheProjectedAttributesIsAnEmptyItem() {
            db.put("simple", "'p':{'S':'1'}");
            db.answers("GetItem", get("simple", "'p':{'S':'1'}", "'ProjectionExpression':'a'"), "{'Item':{}}");
        }

        @Test
        void a3ASimpleKeyFindsOneItem() {
            db.put("simple", "'p':{'S':'1'},'a':{'S':'a'}", "'p':{'S':'2'}");
            db.answers("GetItem", get("simple", "'p':{'S':'1'}"), "{'Item':{'p':{'S':'1'},'a':{'S':'a'}}}");
            db.answers(
                    "Query",
                    "{'TableName':'simple','KeyConditionExpression':'p = :p','ExpressionAttributeValues':{':p':{'S':'2'}}}",
                    "{'Items':[{'p':{'S':'2'}}],'Count':1,'ScannedCount':1}");
        }

        @Test
        void trap09AKeyIsFoundByTheNumberNotByItsText() {
            db.put("numbers", "'n':{'N':'1000'},'a':{'S':'a'}");
            for (String text : new String[] {"1e3", "1000.0", "0.1E+4", "01000"}) {
                db.answers(
                        "GetItem",
                        get("numbers", "'n':{'N':'" + text + "'}"),
                        "{'Item':{'n':{'N':'1000'},'a':{'S':'a'}}}");
            }
        }

        @Test
        void aProjectionTakesFragmentsInTheirStructure() {
            db.put(
                    "simple",
                    "'p':{'S':'1'},'m':{'M':{'x':{'N':'1'},'y':{'N':'2'}}},'l':{'L':[{'N':'0'},{'N':'1'},{'N':'2'}]}");
            db.answers(
                    "GetItem",
                    get("simple", "'p':{'S':'1'}", "'ProjectionExpression':'m.y, l[2], l[0], m.z, z[1]'"),
                    "{'Item':{'m':{'M':{'y':{'N':'2'}}},'l':{'L':[{'N':'0'},{'N':'2'}]}}}");
        }

        @Test
        void attributesToGetTakesWholeAttributesByTheirNames() {
            db.put("simple", "'p':{'S':'1'},'a.b':{'S':'x'},'c':{'S':'y'}");
            db.answers(
                    "GetItem",
                    get("simple", "'p':{'S':'1'}", "'AttributesToGet':['a.b','z']"),
                    "{'Item':{'a.b':{'S':'x'}}}");
        }

        @Test
        void theTablesArnStandsForItsName() {
            db.put("simple", "'p':{'S':'1'}");
            db.answers(
                    "GetItem",
                    get("arn:aws:dynamodb:eu-west-2:000000000000:table/simple", "'p':{'S':'1'}"),
                    "{'Item':{'p':{'S':'1'}}}");
        }
    }
}
