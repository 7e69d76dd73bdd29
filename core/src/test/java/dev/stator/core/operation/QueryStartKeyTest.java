package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.local;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ExclusiveStartKey of Query, which DynamoDB checks attribute by attribute together with the key conditions. */
class QueryStartKeyTest {
    private static final String INVALID = "The provided starting key is invalid";
    private static final String MISMATCH = "The provided key element does not match the schema";

    private final DatabaseFixture db = new DatabaseFixture()
            .table("simple", "p:S")
            .table(
                    "pairs",
                    "p:S s:S",
                    local("byL", "p:S l:S", "ALL"),
                    global("byG", "g:S", "ALL"),
                    global("byGH", "g:S h:S", "ALL"));

    private void refuses(String table, String conditions, String startKey, String message) {
        String[] source = table.split("\\.", -1);
        db.refuses(
                "Query",
                "{'TableName':'" + source[0] + "'," + (source.length > 1 ? "'IndexName':'" + source[1] + "'," : "")
                        + "'KeyConditionExpression':'" + conditions
                        + "','ExpressionAttributeValues':{':b':{'S':'b'}},'ExclusiveStartKey':{" + startKey + "}}",
                message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "simple | ``",
                "simple | 'x':{'S':'a'}",
                "simple | 'p':{'S':'a'},'s':{'S':'a'}",
                "pairs | 'p':{'S':'a'}",
                "pairs | 'p':{'S':'a'},'s':{'S':'a'},'x':{'S':'a'}",
                "pairs | 's':{'S':'a'},'x':{'S':'a'}",
                "pairs.byL | 'p':{'S':'a'},'s':{'S':'a'}",
                "pairs.byL | 's':{'S':'a'},'l':{'S':'a'}",
                "pairs.byG | 'p':{'S':'a'},'s':{'S':'a'}",
                "pairs.byG | 'p':{'S':'a'},'s':{'S':'a'},'x':{'S':'a'}",
                "pairs.byGH | 'p':{'S':'a'},'s':{'S':'a'},'g':{'S':'a'}"
            })
    void itHasAllKeyAttributesAndNoOthers(String table, String startKey) {
        refuses(table, "z = :b", startKey == null ? "" : startKey, INVALID);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "simple | 'p':{'N':'1'}",
                "simple | 'p':{'SS':['a']}",
                "pairs | 'p':{'N':'1'},'x':{'S':'a'}",
                "pairs.byL | 'p':{'N':'1'},'x':{'S':'a'},'y':{'S':'a'}",
                "pairs.byG | 'x':{'S':'a'},'y':{'S':'a'},'g':{'N':'1'}"
            })
    void itsPartitionKeyIsCheckedBeforeTheConditions(String table, String startKey) {
        refuses(table, "z = :b", startKey, MISMATCH);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "pairs | 'p':{'S':'a'},'s':{'N':'1'} | p",
                "pairs | 'p':{'S':'a'},'x':{'S':'a'} | p",
                "pairs.byL | 'p':{'S':'a'},'s':{'N':'1'},'l':{'N':'1'} | p",
                "pairs.byG | 'x':{'N':'1'},'y':{'N':'1'},'g':{'S':'a'} | g"
            })
    void itsOtherAttributesAreCheckedAfterTheConditionOnThePartitionKey(String table, String startKey, String missed) {
        refuses(table, "z = :b", startKey, "Query condition missed key schema element: " + missed);
    }

    @Test
    void itsSortKeyIsCheckedBeforeTheConditionOnIt() {
        refuses("pairs", "p = :b", "'p':{'S':'a'},'s':{'N':'1'}", MISMATCH);
        refuses("pairs", "p = :b AND z = :b", "'p':{'S':'a'},'s':{'N':'1'}", MISMATCH);
        refuses(
                "pairs",
                "p = :b AND z = :b",
                "'p':{'S':'a'},'s':{'S':'a'}",
                "Query condition missed key schema element: s");
        refuses("pairs.byL", "p = :b", "'p':{'S':'a'},'s':{'S':'a'},'l':{'N':'1'}", MISMATCH);
    }

    @Test
    void theTablesKeyInAnIndexKeyIsCheckedLast() {
        refuses("pairs.byL", "p = :b", "'p':{'S':'a'},'s':{'N':'1'},'l':{'S':'a'}", INVALID + ": " + MISMATCH);
        refuses("pairs.byG", "g = :b", "'x':{'N':'1'},'y':{'N':'1'},'g':{'S':'a'}", INVALID + ": " + MISMATCH);
        refuses(
                "pairs.byGH",
                "g = :b",
                "'p':{'S':'a'},'s':{'B':'YQ=='},'g':{'S':'a'},'h':{'S':'a'}",
                INVALID + ": " + MISMATCH);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "pairs | p = :b | 'p':{'S':'a'},'s':{'S':'a'}",
                "pairs.byL | p = :b | 'p':{'S':'a'},'s':{'S':'a'},'l':{'S':'a'}",
                "pairs.byG | g = :b | 'p':{'S':'b'},'s':{'S':'a'},'g':{'S':'a'}",
                "pairs.byGH | g = :b | 'p':{'S':'b'},'s':{'S':'a'},'g':{'S':'a'},'h':{'S':'a'}"
            })
    void itLiesInTheCollectionThatIsRead(String table, String conditions, String startKey) {
        refuses(
                table,
                conditions,
                startKey,
                "The provided starting key is outside query boundaries based on provided conditions");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "pairs | p = :b AND s > :b | 'p':{'S':'b'},'s':{'S':'b'}",
                "pairs | p = :b AND s > :b | 'p':{'S':'a'},'s':{'S':'a'}",
                "pairs | p = :b AND begins_with(s, :b) | 'p':{'S':'b'},'s':{'S':'a'}",
                "pairs.byL | p = :b AND l BETWEEN :b AND :b | 'p':{'S':'b'},'s':{'S':'a'},'l':{'S':'ba'}",
                "pairs.byGH | g = :b AND h <= :b | 'p':{'S':'b'},'s':{'S':'a'},'g':{'S':'b'},'h':{'S':'c'}"
            })
    void itMeetsTheConditionOnTheSortKey(String table, String conditions, String startKey) {
        refuses(table, conditions, startKey, "The provided starting key does not match the range key predicate");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "pairs | p = :b AND s < :b | 'p':{'S':'a'},'s':{'S':'a'}",
                "pairs.byGH | g = :b AND h = :b | 'p':{'S':'a'},'s':{'S':'a'},'g':{'S':'a'},'h':{'S':'b'}"
            })
    void outsideOfTheCollectionDynamoDbSpeaksOfOneRowWhereThereIsASortCondition(
            String table, String conditions, String startKey) {
        refuses(table, conditions, startKey, "The query can return at most one row and cannot be restarted");
    }

    @Test
    void itsPartsMayNotBeTooLong() {
        refuses(
                "pairs",
                "p = :b",
                "'p':{'S':'b'},'s':{'S':'" + "x".repeat(1025) + "'}",
                "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit"
                        + " of 1024 bytes");
    }
}
