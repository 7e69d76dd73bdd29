package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.column;
import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.json;
import static dev.stator.core.operation.DatabaseFixture.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchWriteItemTest {
    private final DatabaseFixture db = new DatabaseFixture()
            .table("simple", "p:S", global("byG", "g:S", "ALL"))
            .table("pairs", "p:S s:N", local("byL", "p:S l:S", "KEYS_ONLY"));

    private static String write(String... tables) {
        return "{'RequestItems':{" + String.join(",", tables) + "}}";
    }

    private static String to(String table, String... requests) {
        return "'" + table + "':[" + String.join(",", requests) + "]";
    }

    private static String put(String item) {
        return "{'PutRequest':{'Item':{" + item + "}}}";
    }

    private static String delete(String key) {
        return "{'DeleteRequest':{'Key':{" + key + "}}}";
    }

    private static String[] puts(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> put("'p':{'S':'" + i + "'}"))
                .toArray(String[]::new);
    }

    private void refuses(String request, String message) {
        db.refuses("BatchWriteItem", request, message);
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'RequestItems':1} | Unexpected field type",
                    "{'RequestItems':[]} | Unrecognized collection type java.util.Map<java.lang.String, java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>>",
                    "{'RequestItems':{'abc':[1]}} | Unexpected value type in payload",
                    "{'RequestItems':{'abc':[[]]}} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.WriteRequest",
                    "{'RequestItems':{'abc':[{'PutRequest':1}]}} | Unexpected field type",
                    "{'RequestItems':{'abc':[{'DeleteRequest':[]}]}} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.DeleteRequest",
                    "{'RequestItems':{'abc':[{'PutRequest':{'Item':1}}]}} | Unexpected field type",
                    "{'RequestItems':{'abc':[{'DeleteRequest':{'Key':{'a':{'S':1}}}}]}} | NUMBER_VALUE cannot be converted to String",
                    "{'ReturnItemCollectionMetrics':1} | NUMBER_VALUE cannot be converted to String"
                })
        void aMemberOfTheWrongTypeIsRefused(String request, String message) {
            db.refuses("BatchWriteItem", request, ErrorType.SERIALIZATION, message);
        }
    }

    @Nested
    class Validation {
        @Test
        void somethingMustBeRequested() {
            refuses("{'RequestItems':{}}", "The requestItems parameter is required for BatchWriteItem");
            refuses(
                    "{'ReturnItemCollectionMetrics':'hi'}",
                    "2 validation errors detected: Value 'hi' at 'returnItemCollectionMetrics' failed to satisfy"
                            + " constraint: Member must satisfy enum value set: [SIZE, NONE]; Value null at 'requestItems'"
                            + " failed to satisfy constraint: Member must not be null");
        }

        @Test
        void ofATableOneTo25WritesAreRequested() {
            String allowed =
                    "' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member"
                            + " must have length less than or equal to 25, Member must have length greater than or equal to 1]";
            refuses(write(to("abc")), "1 validation error detected: Value '{abc=[]}" + allowed);
            assertThat(db.refused("BatchWriteItem", write(to("abc", puts(0, 26)))))
                    .hasMessageStartingWith("1 validation error detected: Value '{abc=[WriteRequest(putRequest=")
                    .hasMessageEndingWith(allowed);
        }

        @Test
        void ofAllTablesTogether25WritesAreRequested() {
            refuses(
                    write(to("abc", puts(0, 20)), to("abd", puts(0, 6))),
                    "Too many items requested for the BatchWriteItem call");
        }

        @Test
        void b18AWriteIsAPutOrADelete() {
            String message = "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
                    + " supported datatypes";
            refuses(write(to("simple", "{}")), message);
            refuses(write(to("simple", "{'UpdateRequest':{'Key':{'p':{'S':'1'}}}}")), message);
            refuses(
                    write(to(
                            "simple",
                            "{'PutRequest':{'Item':{'p':{'S':'1'}}},'DeleteRequest':{'Key':{'p':{'S':'1'}}}}")),
                    message);
        }

        @Test
        void aMalformedValueIsRefused() {
            refuses(write(to("abc", put("'p':{'N':'b'}"))), "The parameter cannot be converted to a numeric value: b");
            refuses(
                    write(to("abc", delete("'p':{'NULL':false}"))),
                    "One or more parameter values were invalid: Null attribute value types must have the value of true");
        }

        @Test
        void trap32AnItemMayNotBeTooLarge() {
            refuses(
                    write(to("abc", put("'p':{'S':'" + "x".repeat(409_600) + "'}"))),
                    "Item size has exceeded the maximum allowed size");
        }

        @Test
        void everyTableMustExist() {
            db.refuses(
                    "BatchWriteItem",
                    write(to("simple", puts(0, 1)), to("none", puts(0, 1))),
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found");
            assertThat(db.item("simple", "'p':{'S':'0'}")).isNull();
        }

        @Test
        void anItemIsWrittenOnce() {
            String message = "Provided list of item keys contains duplicates";
            refuses(write(to("simple", put("'p':{'S':'1'},'a':{'S':'a'}"), put("'p':{'S':'1'}"))), message);
            refuses(write(to("simple", put("'p':{'S':'1'}"), delete("'p':{'S':'1'}"))), message);
            refuses(
                    write(to("pairs", put("'p':{'S':'1'},'s':{'N':'1'}"), delete("'p':{'S':'1'},'s':{'N':'1.0'}"))),
                    message);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'PutRequest':{'Item':{'p':{'S':'1'}}}}",
                    "{'PutRequest':{'Item':{'p':{'S':'1'},'s':{'S':'1'}}}}",
                    "{'DeleteRequest':{'Key':{'p':{'S':'1'}}}}",
                    "{'DeleteRequest':{'Key':{'p':{'S':'1'},'s':{'N':'1'},'x':{'N':'1'}}}}"
                })
        void trap25OneWrongKeyAndNothingIsWritten(String wrong) {
            refuses(
                    write(to(
                            "pairs",
                            put("'p':{'S':'a'},'s':{'N':'1'}"),
                            put("'p':{'S':'b'},'s':{'N':'1'}"),
                            put("'p':{'S':'c'},'s':{'N':'1'}"),
                            wrong)),
                    "The provided key element does not match the schema");
            assertThat(column(db.call("Scan", "{'TableName':'pairs'}"), "p")).isEmpty();
        }

        @Test
        void trap25OneWrongIndexKeyAndNothingIsWritten() {
            refuses(
                    write(to("simple", put("'p':{'S':'1'}"), put("'p':{'S':'2'},'g':{'N':'1'}"))),
                    "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S Actual: N"
                            + " IndexName: byG");
            assertThat(column(db.call("Scan", "{'TableName':'simple'}"), "p")).isEmpty();
        }
    }

    @Nested
    class Behaviour {
        @Test
        void putsAndDeletesOfSeveralTablesAreCarriedOut() {
            db.put("simple", "'p':{'S':'old'},'g':{'S':'g'}").put("pairs", "'p':{'S':'1'},'s':{'N':'1'}");
            db.answers(
                    "BatchWriteItem",
                    write(
                            to("simple", put("'p':{'S':'new'},'g':{'S':'g'}"), delete("'p':{'S':'old'}")),
                            to(
                                    "pairs",
                                    put("'p':{'S':'1'},'s':{'N':'2'},'l':{'S':'l'}"),
                                    delete("'p':{'S':'1'},'s':{'N':'1'}"),
                                    delete("'p':{'S':'1'},'s':{'N':'3'}"))),
                    "{'UnprocessedItems':{}}");
            db.answers(
                    "Scan",
                    "{'TableName':'simple','IndexName':'byG'}",
                    "{'Items':[{'p':{'S':'new'},'g':{'S':'g'}}],'Count':1,'ScannedCount':1}");
            db.answers(
                    "Scan",
                    "{'TableName':'pairs'}",
                    "{'Items':[{'p':{'S':'1'},'s':{'N':'2'},'l':{'S':'l'}}],'Count':1,'ScannedCount':1}");
        }

        @Test
        void trap42CollectionMetricsAreToldOfEachCollection() {
            db.answers(
                    "BatchWriteItem",
                    "{'RequestItems':{"
                            + to(
                                    "pairs",
                                    put("'p':{'S':'1'},'s':{'N':'1'}"),
                                    put("'p':{'S':'1'},'s':{'N':'2'}"),
                                    delete("'p':{'S':'2'},'s':{'N':'1'}"))
                            + "," + to("simple", puts(0, 1)) + "},'ReturnItemCollectionMetrics':'SIZE'}",
                    "{'UnprocessedItems':{},'ItemCollectionMetrics':{'pairs':["
                            + "{'ItemCollectionKey':{'p':{'S':'1'}},'SizeEstimateRangeGB':[0.0,1.0]},"
                            + "{'ItemCollectionKey':{'p':{'S':'2'}},'SizeEstimateRangeGB':[0.0,1.0]}]}}");
        }

        @Test
        void theTablesArnStandsForItsName() {
            db.answers(
                    "BatchWriteItem",
                    write(to("arn:aws:dynamodb:eu-west-2:000000000000:table/simple", puts(1, 2))),
                    "{'UnprocessedItems':{}}");
            assertThat(db.item("simple", "'p':{'S':'1'}")).isEqualTo(json("{'p':{'S':'1'}}"));
        }

        @Test
        void aTableByNameAndByArnIsOneTable() {
            refuses(
                    write(
                            to("simple", put("'p':{'S':'1'}")),
                            to("arn:aws:dynamodb:eu-west-2:000000000000:table/simple", put("'p':{'S':'1'}"))),
                    "Provided list of item keys contains duplicates");
        }
    }
}
