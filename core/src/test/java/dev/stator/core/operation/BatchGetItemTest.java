package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchGetItemTest {
    private final DatabaseFixture db =
            new DatabaseFixture().table("simple", "p:S").table("pairs", "p:S s:N", global("byG", "g:S", "ALL"));

    private static String get(String... tables) {
        return "{'RequestItems':{" + String.join(",", tables) + "}}";
    }

    private static String from(String table, String keys, String... members) {
        return "'" + table + "':{'Keys':[" + keys + "]" + (members.length == 0 ? "" : "," + String.join(",", members))
                + "}";
    }

    private static String keys(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "{'p':{'S':'" + i + "'}}")
                .collect(Collectors.joining(","));
    }

    private void refuses(String request, String message) {
        db.refuses("BatchGetItem", request, message);
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'RequestItems':'a'} | Unexpected field type",
                    "{'RequestItems':[]} | Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.KeysAndAttributes>",
                    "{'RequestItems':{'abc':'a'}} | Unexpected value type in payload",
                    "{'RequestItems':{'abc':[]}} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.KeysAndAttributes",
                    "{'RequestItems':{'abc':{'Keys':'a'}}} | Unexpected field type",
                    "{'RequestItems':{'abc':{'Keys':[{'a':'b'}]}}} | Unexpected value type in payload",
                    "{'RequestItems':{'abc':{'Keys':[{'a':{'N':1}}]}}} | NUMBER_VALUE cannot be converted to String",
                    "{'RequestItems':{'abc':{'AttributesToGet':{}}}} | Start of structure or map found where not expected",
                    "{'RequestItems':{'abc':{'ConsistentRead':1}}} | NUMBER_VALUE cannot be converted to Boolean",
                    "{'ReturnConsumedCapacity':[]} | Unrecognized collection type class java.lang.String"
                })
        void aMemberOfTheWrongTypeIsRefused(String request, String message) {
            db.refuses("BatchGetItem", request, ErrorType.SERIALIZATION, message);
        }
    }

    @Nested
    class Validation {
        @Test
        void somethingMustBeRequested() {
            refuses("{'RequestItems':{}}", "The requestItems parameter is required for BatchGetItem");
            refuses(
                    "{'ReturnConsumedCapacity':'hi'}",
                    "2 validation errors detected: Value 'hi' at 'returnConsumedCapacity' failed to satisfy constraint:"
                            + " Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value null at 'requestItems'"
                            + " failed to satisfy constraint: Member must not be null");
        }

        @Test
        void aTableNeedsAName() {
            refuses(
                    get(from("a", "{}")),
                    "1 validation error detected: Value 'a' at 'requestItems' failed to satisfy constraint: Map keys must"
                            + " satisfy constraint: [Member must have length less than or equal to 255, Member must have"
                            + " length greater than or equal to 3, Member must satisfy regular expression pattern:"
                            + " [a-zA-Z0-9_.-]+]");
        }

        @Test
        void ofATableOneToAHundredKeysAreAskedFor() {
            refuses(
                    get(from("abc", "")),
                    "1 validation error detected: Value at 'RequestItems.abc.member.Keys' failed to satisfy constraint:"
                            + " Member must have length greater than or equal to 1");
            refuses(
                    get(from("abc", keys(0, 101))),
                    "1 validation error detected: Value at 'RequestItems.abc.member.Keys' failed to satisfy constraint:"
                            + " Member must have length less than or equal to 100");
            refuses(
                    get(from("abc", keys(0, 60)), from("abd", keys(0, 41))),
                    "Too many items requested for the BatchGetItem call");
        }

        @Test
        void theProjectionComesBeforeTheKeys() {
            refuses(
                    get(from("abc", "{'a':{}}", "'ProjectionExpression':'','AttributesToGet':['a']")),
                    "Can not use both expression and non-expression parameters in the same request: Non-expression"
                            + " parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}");
            refuses(
                    get(from("abc", "{'a':{}}", "'AttributesToGet':['a','a']")),
                    "One or more parameter values were invalid: Duplicate value in attribute name: a");
            refuses(
                    get(from("abc", "{'a':{}}", "'ProjectionExpression':''")),
                    "Invalid ProjectionExpression: The expression can not be empty;");
            refuses(
                    get(from("abc", "{'a':{}}", "'ExpressionAttributeNames':{'#a':'a'}")),
                    "ExpressionAttributeNames can only be specified when using expressions");
        }

        @Test
        void aKeyIsAskedForOnce() {
            refuses(
                    get(from("abc", "{'p':{'S':'1'},'s':{'N':'1'}},{'s':{'N':'1.0'},'p':{'S':'1'}}")),
                    "Provided list of item keys contains duplicates");
        }

        @Test
        void aMalformedValueIsRefused() {
            refuses(
                    get(from("abc", "{'p':{'SS':[]}}")),
                    "One or more parameter values were invalid: An string set  may not be empty");
        }

        @Test
        void everyTableMustExist() {
            db.refuses(
                    "BatchGetItem",
                    get(from("simple", keys(0, 1)), from("none", keys(0, 1))),
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {"{}", "{'p':{'S':'1'}}", "{'p':{'S':'1'},'s':{'S':'1'}}"})
        void everyKeyMustMatchTheSchema(String key) {
            refuses(
                    get(from("pairs", "{'p':{'S':'0'},'s':{'N':'0'}}," + key)),
                    "The provided key element does not match the schema");
        }

        @Test
        void aProjectionMayNotReachIntoAKey() {
            refuses(
                    get(from("pairs", "{'p':{'S':'0'},'s':{'N':'0'}}", "'ProjectionExpression':'g[0]'")),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey:"
                            + " g");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void itemsOfSeveralTablesAreReadAndMissingOnesLeftOut() {
            db.put("simple", "'p':{'S':'1'},'a':{'S':'a'}", "'p':{'S':'2'},'a':{'S':'b'}");
            db.put("pairs", "'p':{'S':'1'},'s':{'N':'1'},'a':{'M':{'x':{'N':'1'},'y':{'N':'2'}}}");
            db.answers(
                    "BatchGetItem",
                    get(
                            from("simple", keys(1, 4)),
                            from(
                                    "pairs",
                                    "{'p':{'S':'1'},'s':{'N':'1'}}",
                                    "'ProjectionExpression':'#a.y','ExpressionAttributeNames':{'#a':'a'}")),
                    "{'Responses':{'simple':[{'p':{'S':'1'},'a':{'S':'a'}},{'p':{'S':'2'},'a':{'S':'b'}}],"
                            + "'pairs':[{'a':{'M':{'y':{'N':'2'}}}}]},'UnprocessedKeys':{}}");
        }

        @Test
        void ofATableWithoutAnyOfTheItemsThereIsAnEmptyList() {
            db.answers(
                    "BatchGetItem",
                    get(from("simple", keys(0, 2))),
                    "{'Responses':{'simple':[]},'UnprocessedKeys':{}}");
        }

        @Test
        void attributesToGetTakesWholeAttributes() {
            db.put("simple", "'p':{'S':'1'},'a':{'S':'a'},'b':{'S':'b'}");
            db.answers(
                    "BatchGetItem",
                    get(from("simple", keys(1, 2), "'AttributesToGet':['b','c']")),
                    "{'Responses':{'simple':[{'b':{'S':'b'}}]},'UnprocessedKeys':{}}");
        }

        @Test
        void theTablesArnStandsForItsName() {
            db.put("simple", "'p':{'S':'1'}");
            String arn = "arn:aws:dynamodb:eu-west-2:000000000000:table/simple";
            db.answers(
                    "BatchGetItem",
                    get(from(arn, keys(1, 2))),
                    "{'Responses':{'" + arn + "':[{'p':{'S':'1'}}]},'UnprocessedKeys':{}}");
        }

        @Test
        void whatDoesNotFitInto16MegabytesComesBackUnprocessed() {
            String value = "'a':{'S':'" + "x".repeat(409_000) + "'}";
            IntStream.range(0, 45).forEach(i -> db.put("simple", "'p':{'S':'" + i + "'}," + value));
            Object answer = db.call(
                    "BatchGetItem",
                    get(from("simple", keys(0, 45), "'ConsistentRead':true,'ProjectionExpression':'p'")));
            // 16 MB hold 41 items of 409,003 or 409,004 bytes.
            assertThat((List<?>) at(answer, "Responses.simple")).hasSize(41);
            assertThat(at(answer, "UnprocessedKeys"))
                    .isEqualTo(json("{'simple':{'Keys':[" + keys(41, 45)
                            + "],'ConsistentRead':true,'ProjectionExpression':'p'}}"));
        }
    }
}
