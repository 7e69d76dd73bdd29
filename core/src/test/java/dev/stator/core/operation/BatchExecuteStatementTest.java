package dev.stator.core.operation;

import static dev.stator.core.operation.Statements.parameters;
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
class BatchExecuteStatementTest {
    private static final String OPERATION = "BatchExecuteStatement";

    private final DatabaseFixture database = new DatabaseFixture();

    @BeforeEach
    void createTable() {
        database.table(
                "Tab",
                "p:S",
                DatabaseFixture.global("gsi", "g:S", "ALL"),
                DatabaseFixture.global("multi", "g:S+h:S", "ALL"));
        database.put("Tab", "'p':{'S':'a'},'n':{'N':'1'},'m':{'M':{'k':{'S':'deep'}}}", "'p':{'S':'b'},'n':{'N':'2'}");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void answers(String responses, String... texts) {
        database.answers(OPERATION, statements("Statements", texts), "{'Responses':[" + responses + "]}");
    }

    private static String error(String code, String message) {
        return "{'Error':{'Code':'" + code + "','Message':'" + message + "'}}";
    }

    @Nested
    class Serialization {
        @Test
        void membersOfAnotherTypeAreRefused() {
            database.refuses(OPERATION, "{'Statements':'x'}", ErrorType.SERIALIZATION, "Unexpected field type");
            database.refuses(
                    OPERATION,
                    "{'Statements':[[]]}",
                    ErrorType.SERIALIZATION,
                    "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.BatchStatementRequest");
        }
    }

    @Nested
    class Validation {
        @Test
        void thereAreOneTo25Statements() {
            database.refuses(
                    OPERATION,
                    "{}",
                    "1 validation error detected: Value null at 'statements' failed to satisfy constraint: Member must not be"
                            + " null");
            database.refuses(
                    OPERATION,
                    "{'Statements':[]}",
                    "1 validation error detected: Value '[]' at 'statements' failed to satisfy constraint: Member must have"
                            + " length greater than or equal to 1");
            String[] tooMany =
                    Collections.nCopies(26, "DELETE FROM Tab WHERE p = 'x'").toArray(String[]::new);
            assertThat(database.refused(OPERATION, statements("Statements", tooMany)))
                    .hasMessageContaining("Member must have length less than or equal to 25");
        }

        @Test
        void eachStatementHasItsConstraints() {
            database.refuses(
                    OPERATION,
                    "{'Statements':[{'Statement':''},{}]}",
                    "2 validation errors detected: Value '' at 'statements.1.member.statement' failed to satisfy constraint:"
                            + " Member must have length greater than or equal to 1; Value null at"
                            + " 'statements.2.member.statement' failed to satisfy constraint: Member must not be null");
        }

        @Test
        void readsAndWritesDoNotMix() {
            String request =
                    statements("Statements", "SELECT * FROM Tab WHERE p = 'a'", "DELETE FROM Tab WHERE p = 'a'");

            // The text is our own.
            database.refuses(OPERATION, request, "A batch can only have read statements or only have write statements");
            assertThat(database.item("Tab", "'p':{'S':'a'}")).isNotNull();
        }

        @Test
        void aReadNamesTheKeyAndNothingElse() {
            String error = error(
                    "ValidationError",
                    "Select statements within BatchExecuteStatement must specify the primary key in the where clause.");

            answers(
                    String.join(",", Collections.nCopies(5, error)),
                    "SELECT * FROM Tab",
                    "SELECT * FROM Tab WHERE n = 1",
                    "SELECT * FROM Tab WHERE p = 'a' AND attribute_exists(n)",
                    "SELECT * FROM Tab WHERE p IN ['a']",
                    "SELECT * FROM Tab.gsi WHERE p = 'a' AND g = 'x'");
            answers(
                    error(
                            "ValidationError",
                            "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute"
                                    + " RANGE keys."),
                    "SELECT * FROM Tab.multi WHERE g = 'x' AND h = 'y'");
        }

        @Test
        void existsIsForTransactions() {
            answers(
                    error("ValidationError", "EXISTS() is only supported in ExecuteTransaction"),
                    "EXISTS(SELECT * FROM Tab WHERE p = 'a' AND n = 1)");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void eachReadHasItsItem() {
            answers(
                    "{'TableName':'Tab','Item':{'p':{'S':'a'},'n':{'N':'1'},'m':{'M':{'k':{'S':'deep'}}}}},"
                            + "{'TableName':'Tab'},{'TableName':'Tab','Item':{'k':{'S':'deep'}}}",
                    "SELECT * FROM Tab WHERE p = 'a'",
                    "SELECT * FROM Tab WHERE p = 'none'",
                    "SELECT m.k FROM Tab WHERE p = 'a'");
        }

        @Test
        void aFailureIsTheStatementsOwn() {
            answers(
                    error("ResourceNotFound", "Requested resource not found") + ","
                            + error(
                                    "ValidationError",
                                    "Statement wasn\\u0027t well formed, can\\u0027t be processed: Expected data manipulation")
                            + ",{'TableName':'Tab','Item':{'n':{'N':'2'}}}",
                    "SELECT * FROM Nope WHERE p = 'a'",
                    "SLECT * FROM Tab",
                    "SELECT n FROM Tab WHERE p = 'b'");
        }

        @Test
        void whatWasCarriedOutAndFailedNamesItsTable() {
            answers(
                    "{'TableName':'Tab','Error':{'Code':'DuplicateItem','Message':'Duplicate primary key exists in table'}},"
                            + "{'TableName':'Tab','Error':{'Code':'ConditionalCheckFailed',"
                            + "'Message':'The conditional request failed'}},{'TableName':'Tab'},"
                            + error(
                                    "ValidationError",
                                    "Where clause does not contain a mandatory equality on all key attributes")
                            + ","
                            + error(
                                    "ValidationError",
                                    "Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed"
                                            + " in DELETE statements."),
                    "INSERT INTO Tab VALUE {'p': 'a'}",
                    "UPDATE Tab SET n = 9 WHERE p = 'a' AND n = 5",
                    "UPDATE Tab SET n = 9 WHERE p = 'b' AND n = 2",
                    "DELETE FROM Tab WHERE n = 1",
                    "DELETE FROM Tab WHERE p = 'a' RETURNING MODIFIED OLD *");
            assertThat(DatabaseFixture.at(Objects.requireNonNull(database.item("Tab", "'p':{'S':'b'}")), "n.N"))
                    .isEqualTo("9");
        }

        @Test
        void returningGivesTheItem() {
            answers(
                    "{'TableName':'Tab','Item':{'n':{'N':'9'}}},{'TableName':'Tab'},"
                            + "{'TableName':'Tab','Item':{'p':{'S':'b'}}}",
                    "UPDATE Tab SET n = 9 WHERE p = 'a' RETURNING MODIFIED NEW *",
                    "UPDATE Tab REMOVE n WHERE p = 'b' RETURNING MODIFIED NEW *",
                    "DELETE FROM Tab WHERE p = 'b' RETURNING ALL OLD *");
        }

        @Test
        void aFailedConditionTellsTheOldItemInItsError() {
            String member = statement(
                    "UPDATE Tab SET n = 9 WHERE p = ? AND n = 5",
                    parameters("{'S':'b'}"),
                    ",'ReturnValuesOnConditionCheckFailure':'ALL_OLD'");

            database.answers(
                    OPERATION,
                    "{'Statements':[" + member + "]}",
                    "{'Responses':[{'TableName':'Tab','Error':{'Code':'ConditionalCheckFailed',"
                            + "'Message':'The conditional request failed','Item':{'p':{'S':'b'},'n':{'N':'2'}}}}]}");
        }

        @Test
        void eachReadIsChargedAsItAsks() {
            database.table("Other", "p:S");
            String members = statement("SELECT * FROM Tab WHERE p = 'a'", ",'ConsistentRead':true") + ","
                    + statement("SELECT * FROM Tab WHERE p = 'b'") + ","
                    + statement("SELECT * FROM Other WHERE p = 'x'");

            database.answers(
                    OPERATION,
                    "{'ReturnConsumedCapacity':'TOTAL','Statements':[" + members + "]}",
                    "ConsumedCapacity",
                    "[{'TableName':'Tab','CapacityUnits':1.5},{'TableName':'Other','CapacityUnits':0.5}]");
            assertThat(database.meter().readUnits("Tab")).isEqualTo(1.5);
        }

        @Test
        void eachWriteIsCharged() {
            String members = statement("INSERT INTO Tab VALUE {'p': 'c', 'g': 'x', 'h': 'y'}") + ","
                    + statement("DELETE FROM Tab WHERE p = 'a'");

            database.answers(
                    OPERATION,
                    "{'ReturnConsumedCapacity':'INDEXES','Statements':[" + members + "]}",
                    "ConsumedCapacity",
                    "[{'TableName':'Tab','CapacityUnits':4.0,'Table':{'CapacityUnits':2.0},"
                            + "'GlobalSecondaryIndexes':{'gsi':{'CapacityUnits':1.0},'multi':{'CapacityUnits':1.0}}}]");
        }
    }
}
