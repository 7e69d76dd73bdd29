package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Texts and the order of checks as the public conformance suites found them in us-east-1, eu-west-2 and eu-central-1, 2026.
 * {@code SerializabilityTest} is about transactions at the same time.
 */
class TransactGetItemsTest {
    private final ConflictingEngine engine = new ConflictingEngine();
    private final TransactionFixture db = new TransactionFixture(engine);

    @AfterEach
    void close() {
        db.close();
    }

    private Object read(String... gets) {
        return Objects.requireNonNull(Json.at(
                db.call("TransactGetItems", "{'TransactItems':[" + String.join(",", gets) + "]}"), "Responses"));
    }

    private ApiException refused(String... gets) {
        return db.refused("TransactGetItems", "{'TransactItems':[" + String.join(",", gets) + "]}");
    }

    private void assertInvalid(String text, String... gets) {
        ApiException refused = refused(gets);
        assertThat(refused.type()).isEqualTo(ErrorType.VALIDATION);
        assertThat(refused).hasMessage(text);
    }

    private void assertCancelled(String codes, String reasons, String... gets) {
        assertThat(db.error("TransactGetItems", "{'TransactItems':[" + String.join(",", gets) + "]}"))
                .isEqualTo(json("{'__type':'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',"
                        + "'Message':'Transaction cancelled, please refer cancellation reasons for specific reasons ["
                        + codes + "]','CancellationReasons':" + reasons + "}"));
    }

    private static String get(String key, String... more) {
        return "{'Get':{'TableName':'Tab','Key':{'p':{'S':'" + key + "'}}" + String.join("", more) + "}}";
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                'x'              | Unexpected field type
                ['x']            | Unexpected value type in payload
                [[1]]            | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.TransactGetItem
                [{'Get':[1]}]    | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.Get
                [{'Get':{'ProjectionExpression':1}}] | NUMBER_VALUE cannot be converted to String
                """)
        void getsAreReadAsStructures(String items, String text) {
            ApiException refused = db.refused("TransactGetItems", "{'TransactItems':" + items + "}");

            assertThat(refused.type()).isEqualTo(ErrorType.SERIALIZATION);
            assertThat(refused).hasMessage(text);
        }
    }

    @Nested
    class Validation {
        @Test
        void violationsAreGathered() {
            assertThat(db.refused("TransactGetItems", "{'ReturnConsumedCapacity':'a'}"))
                    .hasMessage("2 validation errors detected: Value 'a' at 'returnConsumedCapacity' failed to satisfy"
                            + " constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value null at"
                            + " 'transactItems' failed to satisfy constraint: Member must not be null");
            assertInvalid(
                    "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member"
                            + " must have length greater than or equal to 1");
            assertInvalid(
                    "3 validation errors detected: Value null at 'transactItems.1.member.get' failed to satisfy constraint:"
                            + " Member must not be null; Value 'bad!name' at 'transactItems.2.member.get.tableName' failed"
                            + " to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+;"
                            + " Value null at 'transactItems.2.member.get.key' failed to satisfy constraint: Member must"
                            + " not be null",
                    "{}",
                    "{'Get':{'TableName':'bad!name'}}");
        }

        @Test
        void aHundredGetsAreAcceptedAndNoMore() {
            String[] gets = IntStream.range(0, 101).mapToObj(i -> get("k" + i)).toArray(String[]::new);

            assertThat(refused(gets).getMessage())
                    .startsWith("1 validation error detected: Value '[")
                    .endsWith("]' at 'transactItems' failed to satisfy constraint: Member must have length less than or"
                            + " equal to 100");
            assertThat(read(Arrays.copyOf(gets, 100)))
                    .isEqualTo(IntStream.range(0, 100).mapToObj(i -> json("{}")).toList());
        }

        @Test
        void projectionsAreCheckedBeforeTablesAreLookedUp() {
            assertInvalid(
                    "Invalid ProjectionExpression: Syntax error; token: \"!\", near: \"!!\"",
                    get("a").replace("'Tab'", "'Missing'"),
                    get("b", ",'ProjectionExpression':'!!!'"));
            assertInvalid(
                    "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}",
                    get("b", ",'ProjectionExpression':'a','ExpressionAttributeNames':{'#b':'c'}"));
        }

        @Test
        void tablesAreLookedUpBeforeKeysAndDuplicatesAreChecked() {
            ApiException refused = refused(
                    get("a"), get("a"), "{'Get':{'TableName':'Tab','Key':{}}}", get("a").replace("'Tab'", "'Missing'"));

            assertThat(refused.type()).isEqualTo(ErrorType.RESOURCE_NOT_FOUND);
            assertThat(refused).hasMessage("Requested resource not found");
        }

        @Test
        void keysCancelTheTransactionBeforeDuplicatesAreChecked() {
            assertCancelled(
                    "ValidationError, None, None",
                    "[{'Code':'ValidationError','Message':'The provided key element does not match the schema'},"
                            + "{'Code':'None'},{'Code':'None'}]",
                    "{'Get':{'TableName':'Tab','Key':{}}}",
                    get("a"),
                    get("a"));
        }

        @Test
        void emptyKeysAreTheRequestsOwnError() {
            assertInvalid(
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an"
                            + " empty string value. Key: p",
                    "{'Get':{'TableName':'Tab','Key':{}}}",
                    get(""));
        }

        @Test
        void noItemIsNamedTwice() {
            assertInvalid(
                    "Transaction request cannot include multiple operations on one item",
                    get("a"),
                    get("a").replace("'Tab'", "'arn:aws:dynamodb:eu-west-2:000000000000:table/Tab'"));
        }

        @Test
        void allItemsTogetherHaveFourMegabytesAtMost() {
            String large = ",'x':{'S':'" + "x".repeat(350_000) + "'}}";
            IntStream.range(0, 12).forEach(i -> db.put("{'p':{'S':'k" + i + "'}" + large));
            String[] gets = IntStream.range(0, 12).mapToObj(i -> get("k" + i)).toArray(String[]::new);

            assertThat(refused(gets).getMessage()).startsWith("Transaction payload size cannot exceed 4MB.");
            assertThat(Json.at(Map.of("r", read(Arrays.copyOf(gets, 11))), "r.10.Item.p.S"))
                    .isEqualTo("k10");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void itemsComeInTheOrderOfTheRequestAndMissingOnesAreEmpty() {
            db.put("{'p':{'S':'a'},'x':{'N':'1'}}");
            db.put("{'p':{'S':'b'},'x':{'N':'2'}}");

            assertThat(read(get("b"), get("none"), get("a")))
                    .isEqualTo(
                            json("[{'Item':{'p':{'S':'b'},'x':{'N':'2'}}},{},{'Item':{'p':{'S':'a'},'x':{'N':'1'}}}]"));
        }

        @Test
        void projectionsAreOfTheirGetAlone() {
            db.put("{'p':{'S':'a'},'x':{'M':{'y':{'N':'1'},'z':{'N':'2'}}}}");
            db.put("{'p':{'S':'b'},'x':{'N':'2'}}");

            assertThat(read(
                            get("a", ",'ProjectionExpression':'#x.y','ExpressionAttributeNames':{'#x':'x'}"),
                            get("b", ",'ProjectionExpression':'absent'")))
                    .isEqualTo(json("[{'Item':{'x':{'M':{'y':{'N':'1'}}}}},{}]"));
        }

        @Test
        void anItemCostsTwiceAStrongRead() {
            db.put("{'p':{'S':'a'},'x':{'S':'" + "x".repeat(5_000) + "'}}");

            Object answer = db.call(
                    "TransactGetItems",
                    "{'ReturnConsumedCapacity':'INDEXES','TransactItems':[" + get("a") + "," + get("none") + "]}");

            assertThat(Json.at(answer, "ConsumedCapacity"))
                    .isEqualTo(json("[{'TableName':'Tab','CapacityUnits':6.0,'ReadCapacityUnits':6.0,"
                            + "'Table':{'CapacityUnits':6.0,'ReadCapacityUnits':6.0}}]"));
            assertThat(db.readUnits("Tab")).isEqualTo(6.0);
        }

        @Test
        void itemsThatOthersKeepWritingCancelInTheEnd() {
            engine.conflict(Integer.MAX_VALUE, key -> new String(key.collection(), UTF_8).equals("b"));

            assertCancelled(
                    "None, TransactionConflict",
                    "[{'Code':'None'},{'Code':'TransactionConflict','Message':'Transaction is ongoing for the item'}]",
                    get("a"),
                    get("b"));
        }

        @Test
        void aFewConflictsAreNotNoticed() {
            db.put("{'p':{'S':'b'}}");
            engine.conflict(20, key -> new String(key.collection(), UTF_8).equals("b"));

            assertThat(read(get("a"), get("b"))).isEqualTo(json("[{},{'Item':{'p':{'S':'b'}}}]"));
        }
    }
}
