package dev.stator.core.operation;

import static dev.stator.core.operation.Statements.statement;
import static dev.stator.core.operation.Statements.statements;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import java.util.Collections;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The texts and codes were recorded on AWS by the public suite (eu-west-2, until October 2026), unless they say otherwise. */
class ExecuteTransactionTest {
    private static final String OPERATION = "ExecuteTransaction";

    private final DatabaseFixture database = new DatabaseFixture();

    @BeforeEach
    void createTable() {
        database.table("Tab", "p:S", DatabaseFixture.global("gsi", "g:S", "ALL"));
        database.put("Tab", "'p':{'S':'a'},'n':{'N':'1'}", "'p':{'S':'b'},'n':{'N':'2'}");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static String request(String... texts) {
        return statements("TransactStatements", texts);
    }

    private Object n(String p) {
        return String.valueOf(
                DatabaseFixture.at(Objects.requireNonNull(database.item("Tab", "'p':{'S':'" + p + "'}")), "n.N"));
    }

    private void cancels(String reasons, String... texts) {
        assertThat(DatabaseFixture.at(database.errorBody(OPERATION, request(texts)), "CancellationReasons"))
                .isEqualTo(DatabaseFixture.json(reasons));
    }

    @Nested
    class Serialization {
        @Test
        void membersOfAnotherTypeAreRefused() {
            database.refuses(
                    OPERATION,
                    "{'TransactStatements':['x']}",
                    ErrorType.SERIALIZATION,
                    "Unexpected value type in payload");
        }
    }

    @Nested
    class Validation {
        @Test
        void thereAreOneTo100Statements() {
            database.refuses(
                    OPERATION,
                    "{'TransactStatements':[],'ClientRequestToken':''}",
                    "2 validation errors detected: Value '' at 'clientRequestToken' failed to satisfy constraint: Member"
                            + " must have length greater than or equal to 1; Value '[]' at 'transactStatements' failed to"
                            + " satisfy constraint: Member must have length greater than or equal to 1");
            String[] tooMany =
                    Collections.nCopies(101, "DELETE FROM Tab WHERE p = 'x'").toArray(String[]::new);
            assertThat(database.refused(OPERATION, request(tooMany)))
                    .hasMessageContaining("Member must have length less than or equal to 100");
        }

        @Test
        void whatIsWrongWithAStatementNamesIt() {
            database.refuses(
                    OPERATION,
                    request("SELECT * FROM Tab WHERE"),
                    "Validation failed in TransactStatements[0]: Statement wasn't well formed, can't be processed:"
                            + " Unexpected term");
            database.refuses(
                    OPERATION,
                    request("DELETE FROM Tab WHERE p = 'a'", "UPDATE Tab SET n = 1 WHERE p = 'x' RETURNING ALL NEW *"),
                    "Validation failed in TransactStatements[1]: RETURNING clause is not supported in ExecuteTransaction.");
            database.refuses(
                    OPERATION,
                    request("SELECT * FROM Tab WHERE p = 'a' AND attribute_exists(n)"),
                    "Validation failed in TransactStatements[0]: Select statements within ExecuteTransaction must specify the"
                            + " primary key in the where clause.");
            database.refuses(
                    OPERATION,
                    request("SELECT * FROM Tab.gsi WHERE g = 'x'"),
                    "Validation failed in TransactStatements[0]: Reads on indices are not supported within transactions.");
            database.refuses(
                    OPERATION,
                    request("EXISTS(SELECT * FROM Tab WHERE p = 'a')", "UPDATE Tab SET z = 1 WHERE p = 'b'"),
                    "Validation failed in TransactStatements[0]: EXISTS() must contain a single item read with additional"
                            + " condition");
            assertThat(n("a")).isEqualTo("1");
        }

        @Test
        void aMissingTableIsToldAsItIs() {
            database.refuses(
                    OPERATION,
                    request("SELECT * FROM Nope WHERE p = 'a'"),
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found");
        }

        @Test
        void readsAndWritesDoNotMix() {
            // The text is our own.
            database.refuses(
                    OPERATION,
                    request("SELECT * FROM Tab WHERE p = 'a'", "DELETE FROM Tab WHERE p = 'b'"),
                    "A transaction can only have read statements or only have write statements");
        }

        @Test
        void anItemIsNamedOnce() {
            String message = "Transaction request cannot include multiple operations on one item";

            database.refuses(
                    OPERATION, request("UPDATE Tab SET n = 1 WHERE p = 'a'", "DELETE FROM Tab WHERE p = 'a'"), message);
            database.refuses(
                    OPERATION, request("SELECT * FROM Tab WHERE p = 'a'", "SELECT n FROM Tab WHERE p = 'a'"), message);
        }
    }

    @Nested
    class Behaviour {
        @Test
        void readsAreAnsweredInOrder() {
            database.answers(
                    OPERATION,
                    request(
                            "SELECT n FROM Tab WHERE p = 'b'",
                            "SELECT * FROM Tab WHERE p = 'none'",
                            "SELECT nope FROM Tab WHERE p = 'a'"),
                    "{'Responses':[{'Item':{'n':{'N':'2'}}},{},{}]}");
        }

        @Test
        void allIsWritten() {
            database.answers(
                    OPERATION,
                    request(
                            "INSERT INTO Tab VALUE {'p': 'c', 'n': 3}",
                            "UPDATE Tab SET n = n + 10 WHERE p = 'a'",
                            "DELETE FROM Tab WHERE p = 'b'",
                            "DELETE FROM Tab WHERE p = 'none' AND n = 1"),
                    "{}");

            assertThat(n("c")).isEqualTo("3");
            assertThat(n("a")).isEqualTo("11");
            assertThat(database.item("Tab", "'p':{'S':'b'}")).isNull();
        }

        @Test
        void orNothingIs() {
            // The code and text of a duplicate are those of a batch.
            cancels(
                    "[{'Code':'None'},{'Code':'DuplicateItem','Message':'Duplicate primary key exists in table'},"
                            + "{'Code':'ConditionalCheckFailed','Message':'The conditional request failed'}]",
                    "INSERT INTO Tab VALUE {'p': 'c'}",
                    "INSERT INTO Tab VALUE {'p': 'a'}",
                    "UPDATE Tab SET n = 1 WHERE p = 'none'");
            assertThat(database.item("Tab", "'p':{'S':'c'}")).isNull();
        }

        @Test
        void existsIsAConditionCheck() {
            database.answers(
                    OPERATION,
                    request("EXISTS(SELECT * FROM Tab WHERE p = 'a' AND n = 1)", "UPDATE Tab SET n = 5 WHERE p = 'b'"),
                    "{}");
            assertThat(n("b")).isEqualTo("5");

            cancels(
                    "[{'Code':'ConditionalCheckFailed','Message':'The conditional request failed'},{'Code':'None'}]",
                    "EXISTS(SELECT * FROM Tab WHERE p = 'a' AND n = 2)",
                    "UPDATE Tab SET n = 6 WHERE p = 'b'");
            cancels(
                    "[{'Code':'ConditionalCheckFailed','Message':'The conditional request failed'}]",
                    "EXISTS(SELECT * FROM Tab WHERE p = 'none' AND n IS MISSING)");
            assertThat(n("b")).isEqualTo("5");
        }

        @Test
        void aCancellationTellsOldItemsOnRequest() {
            String member = statement(
                    "DELETE FROM Tab WHERE p = 'a' AND n = 2", ",'ReturnValuesOnConditionCheckFailure':'ALL_OLD'");

            assertThat(DatabaseFixture.at(
                            database.errorBody(OPERATION, "{'TransactStatements':[" + member + "]}"),
                            "CancellationReasons.0.Item"))
                    .isEqualTo(DatabaseFixture.json("{'p':{'S':'a'},'n':{'N':'1'}}"));
        }

        @Test
        void aTokenMakesARepetitionARead() {
            String request = "{'ClientRequestToken':'t','ReturnConsumedCapacity':'TOTAL','TransactStatements':["
                    + statement("UPDATE Tab SET n = n + 1 WHERE p = 'a'") + "]}";

            database.answers(
                    OPERATION,
                    request,
                    "{'ConsumedCapacity':[{'TableName':'Tab','CapacityUnits':2.0,'WriteCapacityUnits':2.0}]}");
            database.answers(
                    OPERATION,
                    request,
                    "{'ConsumedCapacity':[{'TableName':'Tab','CapacityUnits':2.0,'ReadCapacityUnits':2.0}]}");
            assertThat(n("a")).isEqualTo("2");
            assertThat(database.refused(OPERATION, request.replace("n + 1", "n + 2"))
                            .type())
                    .isEqualTo(ErrorType.IDEMPOTENT_PARAMETER_MISMATCH);
        }

        @Test
        void aReadCostsTwice() {
            database.answers(
                    OPERATION,
                    "{'ReturnConsumedCapacity':'TOTAL','TransactStatements':["
                            + statement("SELECT * FROM Tab WHERE p = 'a'") + ","
                            + statement("SELECT * FROM Tab WHERE p = 'none'") + "]}",
                    "ConsumedCapacity",
                    "[{'TableName':'Tab','CapacityUnits':4.0,'ReadCapacityUnits':4.0}]");
            assertThat(database.meter().readUnits("Tab")).isEqualTo(4.0);
        }
    }
}
