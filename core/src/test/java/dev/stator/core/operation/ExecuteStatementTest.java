package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.column;
import static dev.stator.core.operation.Statements.parameters;
import static dev.stator.core.operation.Statements.statement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tells its source beside it was recorded on AWS by the public suite (eu-west-2, until October 2026). */
class ExecuteStatementTest {
    private static final String OPERATION = "ExecuteStatement";

    private final DatabaseFixture database = new DatabaseFixture();

    @BeforeEach
    void createTables() {
        database.table("Tab", "p:S");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Object run(String text, String... members) {
        return database.call(OPERATION, statement(text, members));
    }

    private void answers(String text, String items) {
        database.answers(OPERATION, statement(text), "{'Items':" + items + "}");
    }

    private void refuses(String text, String message) {
        database.refuses(OPERATION, statement(text), message);
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'Statement':1}|NUMBER_VALUE cannot be converted to String",
                    "{'Statement':'x','Parameters':{}}|Start of structure or map found where not expected",
                    "{'Statement':'x','Parameters':[[]]}"
                            + "|Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue",
                    "{'Statement':'x','Limit':'1'}|STRING_VALUE cannot be converted to Integer",
                    "{'Statement':'x','NextToken':true}|TRUE_VALUE cannot be converted to String",
                    "{'Statement':'x','ConsistentRead':[]}|Unrecognized collection type class java.lang.Boolean"
                })
        void membersOfAnotherTypeAreRefused(String request, String message) {
            database.refuses(OPERATION, request, ErrorType.SERIALIZATION, message);
        }
    }

    @Nested
    class Validation {
        @Test
        void constraintsAreToldTogether() {
            database.refuses(
                    OPERATION,
                    "{'Parameters':[],'Limit':0,'NextToken':'','ReturnConsumedCapacity':'a',"
                            + "'ReturnValuesOnConditionCheckFailure':'b'}",
                    "6 validation errors detected: Value null at 'statement' failed to satisfy constraint: Member must"
                            + " not be null; Value '[]' at 'parameters' failed to satisfy constraint: Member must have"
                            + " length greater than or equal to 1; Value 'b' at 'returnValuesOnConditionCheckFailure'"
                            + " failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, NONE]; Value"
                            + " '' at 'nextToken' failed to satisfy constraint: Member must have length greater than or"
                            + " equal to 1; Value '0' at 'limit' failed to satisfy constraint: Member must have value"
                            + " greater than or equal to 1; Value 'a' at 'returnConsumedCapacity' failed to satisfy"
                            + " constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]");
        }

        @Test
        void aStatementHasAtMost8192Characters() {
            String spaces = " ".repeat(8192 - "SELECT * FROM Tab".length());

            answers("SELECT * FROM Tab" + spaces, "[]");
            assertThat(database.refused(OPERATION, statement("SELECT * FROM Tab " + spaces)))
                    .hasMessageContaining(
                            "at 'statement' failed to satisfy constraint: Member must have length less than"
                                    + " or equal to 8192");
        }

        @Test
        void thereAreAsManyParametersAsMarks() {
            String message = "Number of parameters in request and statement don't match.";

            refuses("SELECT * FROM Tab WHERE p = ?", message);
            database.refuses(
                    OPERATION,
                    statement("SELECT * FROM Tab WHERE p = ?", parameters("{'S':'a'}", "{'S':'b'}")),
                    message);
            database.refuses(OPERATION, statement("SELECT * FROM Tab WHERE p = '?'", parameters("{'S':'a'}")), message);
        }

        @Test
        void aMalformedParameterIsToldFirst() {
            database.refuses(
                    OPERATION,
                    statement("SELECT", parameters("{'N':'1e99999999999'}")),
                    "The parameter cannot be converted to a numeric value: 1e99999999999");
        }

        // Of the suite's error-messages/partiqlGrammar.
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "SLECT * FROM Tab|Expected data manipulation",
                    "SELECT * FROM Tab WHERE p = 'a' foo|Unexpected token after expression",
                    "SELECT * FROM Tab WHERE p = 'a')|Unexpected token after expression",
                    "SELECT * FROM Tab WHERE n = 1 e5|Unexpected token after expression",
                    "INSERT INTO Tab VALUE {'p': 'a'} foo|Unexpected token after expression",
                    "INSERT INTO Tab t VALUE {'p': 'a'}|Unexpected token after expression",
                    "UPDATE Tab SET a = 9 WHERE p = 'a' foo|Unexpected token after expression",
                    "DELETE FROM Tab WHERE p = 'a' ORDER BY p|Unexpected token after expression",
                    "SELECT * FROM Tab ORDER BY p WHERE p = 'a'|Unexpected token after expression",
                    "FROM Tab SET c = 1 WHERE p = 'a'|Unexpected token after expression",
                    "SELECT * FROM Tab WHERE n = 1e2147483648|",
                    "SELECT * FROM Tab WHERE n = 1.5e-2147483647|",
                    "SELECT * FROM Tab WHERE n = 1 # note|",
                    "SELECT * FROM Tab WHERE n = 1 /* note|",
                    "SELECT * FROM \"Tab|",
                    "SELECT * FROM Tab WHERE|Unexpected term",
                    "SELECT * FROM Tab WHERE;|Unexpected term",
                    "UPDATE Tab SET a = 1 WHERE|Unexpected term",
                    "SELECT * FROM Tab WHERE NOT|Unexpected term",
                    "SELECT * FROM Tab WHERE (|Unexpected term",
                    "SELECT * FROM|Unexpected term",
                    "SELECT * FROM Tab WHERE p = 'a' AND|Missing right-hand side expression of infix operator",
                    "SELECT * FROM Tab WHERE p = 'a' OR|Missing right-hand side expression of infix operator",
                    "SELECT * FROM Tab WHERE ORDER BY p|Unexpected keyword",
                    "SELECT * FROM Tab WHERE IS NULL|Unexpected operator",
                    "SELECT * FROM Tab WHERE p = LIKE|Unexpected operator",
                    "SELECT * FROM Tab WHERE p = 'a' AND x IS FOO|Expected type name",
                    "DELETE FROM|Expected identifier for simple path",
                    "DELETE FROM WHERE p = 'a'|Expected identifier for simple path",
                    "SELECT * FROM Tab WHERE attribute_exists(m.inner)|Invalid path dot component"
                })
        void statementsThatCannotBeReadAreRefused(String text, String detail) {
            refuses(text, "Statement wasn't well formed, can't be processed: " + (detail == null ? "" : detail));
        }

        // Of error-messages/partiqlGrammar, partiqlFunctions and partiqlIndexQualifier.
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "SELECT * FROM \"Tab\" t WHERE p = 'x'|Aliasing is not supported",
                    "SELECT * FROM \"Tab\" AS t|Aliasing is not supported",
                    "UPDATE \"Tab\" t SET a = 3 WHERE p = 'x'|Aliasing is not supported",
                    "DELETE FROM \"Tab\" t WHERE p = 'x'|Aliasing is not supported",
                    "SELECT * FROM \"Tab\".\"i\".\"x\"|A path may contain at most 2 components in the FROM clause",
                    "SELECT * FROM \"Tab\".\"\"|Path component cannot be an empty string",
                    "SELECT * FROM \"\" WHERE p = 'x'|Path component cannot be an empty string",
                    "SELECT attribute_exists(a) FROM Tab|Unexpected path component at 1:8:16",
                    "SELECT * FROM Tab WHERE EXISTS(a)|Unrecognized function: exists at 1:25:6",
                    "SELECT * FROM Tab WHERE set_add(a, b) = a|Unrecognized function: set_add at 1:25:7",
                    "SELECT * FROM Tab WHERE attribute_exists('a')"
                            + "|Operator or function requires a document path; operator or function: attribute_exists",
                    "SELECT * FROM Tab WHERE attribute_exists()|Incorrect number of operands for operator or function;"
                            + " operator or function: attribute_exists, number of operands: 0",
                    "SELECT * FROM Tab WHERE a < true|Incorrect operand type for operator or function; operator or"
                            + " function: <, operand type: BOOL",
                    "SELECT * FROM Tab WHERE a BETWEEN true AND false|Incorrect operand type for operator or function;"
                            + " operator or function: BETWEEN, operand type: BOOL",
                    "SELECT * FROM Tab WHERE n = 1e126|Number overflow. Attempting to store a number with magnitude"
                            + " larger than supported range under root",
                    "UPDATE Tab SET a = 1e-131 WHERE p = 'a'|Number underflow. Attempting to store a number with"
                            + " magnitude smaller than supported range under root",
                    "INSERT INTO Tab VALUE {'p': 'a', 'm': {'x': 1e126}}|Number overflow. Attempting to store a number"
                            + " with magnitude larger than supported range under root.x",
                    "INSERT INTO Tab VALUE {'p': 'a', 'l': [1, 1e126]}|Number overflow. Attempting to store a number"
                            + " with magnitude larger than supported range under root[1]",
                    "SELECT * FROM Tab WHERE n = 123456789012345678901234567890123456789"
                            + "|Attempting to store more than 38 significant digits in a Number under root",
                    "UPDATE Tab SET t = set_add(s, <<'x'>>) WHERE p = 'a'"
                            + "|The first argument to SET_ADD must equal the assignment value at 1:20:7",
                    "UPDATE Tab SET s = set_delete(s, 'x') WHERE p = 'a'"
                            + "|The second argument to SET_DELETE must be a value with type SET at 1:31:1",
                    "UPDATE Tab SET s = set_add(s) WHERE p = 'a'"
                            + "|SET_ADD must have exactly two arguments at 1:20:7",
                    "UPDATE Tab SET s = set_add(s, <<'x', 'x'>>) WHERE p = 'a'|One or more parameter values were"
                            + " invalid: Input collection [x, x] contains duplicates.",
                    "UPDATE Tab SET s = set_add(s, <<>>) WHERE p = 'a'|Empty bags are not supported",
                    "INSERT INTO Tab VALUE {'p': 'a', 's': set_add(<<'a'>>, <<'b'>>)}"
                            + "|Unsupported data type: set_add under key root at 1:39:7",
                    "DELETE FROM Tab WHERE p = 'x' RETURNING MODIFIED OLD *|Invalid returning clause: RETURNING MODIFIED"
                            + " OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements.",
                    "DELETE FROM Tab WHERE p = 'x' RETURNING ALL NEW *|Invalid returning clause: RETURNING ALL NEW *."
                            + " Only RETURNING ALL OLD * is allowed in DELETE statements.",
                    "DELETE FROM Tab WHERE a = 'x'"
                            + "|Where clause does not contain a mandatory equality on all key attributes",
                    "DELETE FROM Tab WHERE p = 'x' OR p = 'y'"
                            + "|Where clause does not contain a mandatory equality on all key attributes",
                    "FROM Tab SET a = 1|Where clause does not contain a mandatory equality on all key attributes",
                    "UPDATE Tab REMOVE a WHERE NOT p = 'x'"
                            + "|Where clause does not contain a mandatory equality on all key attributes",
                    "SELECT * FROM Tab.nope|The table does not have the specified index"
                })
        void statementsThatMakeNoSenseAreRefused(String text, String message) {
            refuses(text, message);
        }

        // The texts of these are our own; docs/differences.md lists them.
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "SELECT a.b, c.b FROM Tab",
                    "SELECT * FROM Tab WHERE 'a'",
                    "SELECT * FROM Tab WHERE a = b + 1",
                    "SELECT * FROM Tab WHERE a = (b = c)",
                    "SELECT * FROM Tab ORDER BY p",
                    "SELECT * FROM Tab WHERE p > 'a' ORDER BY p",
                    "SELECT * FROM Tab WHERE p = 'a' ORDER BY a",
                    "SELECT * FROM Tab WHERE p = 'a' ORDER BY p.a",
                    "INSERT INTO Tab VALUE [1]",
                    "INSERT INTO Tab VALUE {'p': 'a', 'p': 'b'}",
                    "INSERT INTO Tab VALUE {'p': 'a', 's': <<'a', 1>>}",
                    "INSERT INTO Tab VALUE {'p': b}",
                    "UPDATE Tab.i SET a = 1 WHERE p = 'a'",
                    "UPDATE Tab SET a = if_not_exists(a, 1) WHERE p = 'a'",
                    "UPDATE Tab SET a = (b = 1) WHERE p = 'a'",
                    "EXISTS(SELECT * FROM Tab WHERE p = 'a' AND b = 1)"
                })
        void whatDynamoDbHasNoKnownTextForIsRefusedToo(String text) {
            assertThat(database.refused(OPERATION, statement(text)).type()).isEqualTo(ErrorType.VALIDATION);
        }

        @Test
        void moreThanFiftyPartitionKeysAreRefused() {
            String fifty = "0, 1, 2, 3, 4, 5, 6, 7, 8, 9".replaceAll("(\\d)", "'1$1', '2$1', '3$1', '4$1', '5$1'");

            assertThat(column(run("SELECT * FROM Tab WHERE p IN [" + fifty + "]"), "p"))
                    .isEmpty();
            assertThat(database.refused(OPERATION, statement("SELECT * FROM Tab WHERE p IN [" + fifty + ", 'a']")))
                    .hasMessageContaining("number of values: 51");
        }

        @Test
        void whatTheStatementSaysIsCheckedBeforeItsTable() {
            refuses(
                    "SELECT * FROM Nope WHERE p = 'a' AND b < true",
                    "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL");
            database.refuses(
                    OPERATION,
                    statement("SELECT * FROM Nope WHERE p = 'a'"),
                    ErrorType.RESOURCE_NOT_FOUND,
                    "Requested resource not found");
        }

        @Test
        void keysAreCheckedAsTheOperationsDo() {
            refuses("DELETE FROM Tab WHERE p = 1", "The provided key element does not match the schema");
            refuses(
                    "INSERT INTO Tab VALUE {'a': 1}",
                    "One or more parameter values were invalid: Missing the key p in the item");
            refuses(
                    "UPDATE Tab SET p = 'b' WHERE p = 'a'",
                    "One or more parameter values were invalid: Cannot update attribute p. This attribute is part of the"
                            + " key");
            refuses(
                    "UPDATE Tab SET a = 1, a.b = 2 WHERE p = 'a'",
                    "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a],"
                            + " path two: [a, b]");
            refuses(
                    "SELECT * FROM Tab WHERE p.a = 1",
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: p");
        }

        @Test
        void anIndexIsReadIfItCanBe() {
            database.table(
                    "Ind",
                    "p:S s:S",
                    DatabaseFixture.local("loc", "p:S l:S", "KEYS_ONLY"),
                    DatabaseFixture.global("gsi", "g:S", "a"),
                    DatabaseFixture.global("multi", "g:S+h:S", "ALL"));

            refuses(
                    "SELECT p FROM Ind.loc WHERE p = 'a' AND a = 1",
                    "One or more parameter values were invalid: Secondary index loc does not project one or more filter"
                            + " attributes: [a]");
            refuses(
                    "SELECT p FROM Ind.gsi WHERE g = 'a' AND b = 1",
                    "One or more parameter values were invalid: Secondary index gsi does not project one or more filter"
                            + " attributes: [b]");
            refuses(
                    "SELECT b FROM Ind.gsi WHERE g = 'a'",
                    "One or more parameter values were invalid: Global secondary index gsi does not project [b]");
            database.refuses(
                    OPERATION,
                    statement("SELECT * FROM Ind.gsi WHERE g = 'a'", ",'ConsistentRead':true"),
                    "Strongly consistent read is not supported on Global Secondary Indexes");
            refuses(
                    "SELECT * FROM Ind.multi",
                    "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute"
                            + " RANGE keys.");
        }
    }

    @Nested
    class Writing {
        @Test
        void anInsertPutsAnItemWithValuesOfAllTypes() {
            answers(
                    "INSERT INTO \"Tab\" VALUE {'p': 'it''s', 'n': -1.50e1, 'b': TRUE, 'x': null,"
                            + " 'l': [1, 'a', [false]], 'm': {'k': {'k': ''}}, 'ss': <<'a', 'b'>>, 'ns': <<1, .5>>}",
                    "[]");

            assertThat(database.item("Tab", "'p':{'S':'it\\u0027s'}"))
                    .isEqualTo(DatabaseFixture.json("{'p':{'S':'it\\u0027s'},'n':{'N':'-15'},'b':{'BOOL':true},"
                            + "'x':{'NULL':true},'l':{'L':[{'N':'1'},{'S':'a'},{'L':[{'BOOL':false}]}]},"
                            + "'m':{'M':{'k':{'M':{'k':{'S':''}}}}},'ss':{'SS':['a','b']},'ns':{'NS':['1','0.5']}}"));
        }

        @Test
        void parametersAreValuesWhateverTheySay() {
            run(
                    "INSERT INTO Tab VALUE {'p': ?, 'a': [?, {'k': ?}], 's': <<?, ?>>}",
                    parameters(
                            "{'S':'\\u0027 OR 1=1 --'}",
                            "{'B':'AQ=='}",
                            "{'NULL':true}",
                            "{'B':'AQ=='}",
                            "{'B':'Ag=='}"));

            assertThat(database.item("Tab", "'p':{'S':'\\u0027 OR 1=1 --'}"))
                    .isEqualTo(DatabaseFixture.json("{'p':{'S':'\\u0027 OR 1=1 --'},'a':{'L':[{'B':'AQ=='},"
                            + "{'M':{'k':{'NULL':true}}}]},'s':{'BS':['AQ==','Ag==']}}"));
        }

        // DynamoDB tells a type of its own, whose name ends like all others.
        @Test
        void trap30InsertDoesNotReplace() {
            run("INSERT INTO Tab VALUE {'p': 'x', 'a': 1}");

            database.refuses(
                    OPERATION,
                    statement("INSERT INTO Tab VALUE {'p': 'x', 'a': 2}"),
                    ErrorType.DUPLICATE_ITEM,
                    "Duplicate primary key exists in table");
            answers("SELECT a FROM Tab WHERE p = 'x'", "[{'a':{'N':'1'}}]");
            assertThat(DatabaseFixture.at(
                            database.errorBody(OPERATION, statement("INSERT INTO Tab VALUE {'p': 'x'}")), "__type"))
                    .isEqualTo("com.amazonaws.dynamodb.v20120810#DuplicateItemException");
        }

        @Test
        void trap30UpdateIsNoUpsert() {
            database.refuses(
                    OPERATION,
                    statement("UPDATE Tab SET a = 1 WHERE p = 'none'"),
                    ErrorType.CONDITIONAL_CHECK_FAILED,
                    "The conditional request failed");
            answers("SELECT * FROM Tab", "[]");
        }

        @Test
        void trap30DeleteHasItsWhereAsCondition() {
            run("INSERT INTO Tab VALUE {'p': 'x', 'a': 1}");

            database.refuses(
                    OPERATION,
                    statement("DELETE FROM Tab WHERE p = 'x' AND a = 99"),
                    ErrorType.CONDITIONAL_CHECK_FAILED,
                    "The conditional request failed");
            answers("DELETE FROM Tab WHERE p = 'x' AND NOT a = 99", "[]");
            answers("SELECT * FROM Tab", "[]");
        }

        @Test
        void aDeleteOfNothingIsDoneWhateverItsCondition() {
            answers("DELETE FROM Tab WHERE p = 'none' AND a = 1", "[]");
            answers("DELETE FROM Tab WHERE p = 'none' RETURNING ALL OLD *", "[]");
        }

        @Test
        void aFailedConditionTellsTheOldItemOnRequest() {
            run("INSERT INTO Tab VALUE {'p': 'x', 'a': 1}");
            String text = "UPDATE Tab SET b = 1 WHERE p = 'x' AND a = 2";

            assertThat(database.errorBody(
                            OPERATION, statement(text, ",'ReturnValuesOnConditionCheckFailure':'ALL_OLD'")))
                    .isEqualTo(DatabaseFixture.json(
                            "{'__type':'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',"
                                    + "'message':'The conditional request failed',"
                                    + "'Item':{'p':{'S':'x'},'a':{'N':'1'}}}"));
            assertThat(DatabaseFixture.at(database.errorBody(OPERATION, statement(text)), "Item"))
                    .isNull();
        }

        @Test
        void anUpdateHasAllThatDynamoDbGivesIt() {
            run("INSERT INTO Tab VALUE {'p': 'x', 'n': 1, 'l': [1, 2, 3], 'm': {'a': 1, 'b': 2}, 's': <<'a', 'b'>>,"
                    + " 't': <<1>>, 'was': 'o'}");

            run(
                    "UPDATE Tab SET n = n + 2 - 10, l = list_append(l, [4]) SET m.c = ?, s = SET_ADD(s, <<'c'>>)"
                            + " SET t = set_delete(t, <<1>>) SET u = set_add(u, <<'x'>>), copy = was REMOVE m.a, was"
                            + " WHERE p = 'x' AND was = 'o'",
                    parameters("{'BOOL':true}"));

            answers(
                    "SELECT * FROM Tab WHERE p = 'x'",
                    "[{'p':{'S':'x'},'n':{'N':'-7'},'l':{'L':[{'N':'1'},{'N':'2'},{'N':'3'},{'N':'4'}]},"
                            + "'m':{'M':{'b':{'N':'2'},'c':{'BOOL':true}}},'s':{'SS':['a','b','c']},'u':{'SS':['x']},"
                            + "'copy':{'S':'o'}}]");
        }

        @Test
        void theConditionMayComeFirst() {
            run("INSERT INTO Tab VALUE {'p': 'x', 'a': 1, 'b': 1}");

            answers(
                    "FROM Tab WHERE p = 'x' AND a = 1 SET c = 3 REMOVE b RETURNING ALL NEW *",
                    "[{'p':{'S':'x'},'a':{'N':'1'},'c':{'N':'3'}}]");
        }

        @Test
        void updatesFailAsExpressionsDo() {
            run("INSERT INTO Tab VALUE {'p': 'x', 's': 'a'}");

            refuses(
                    "UPDATE Tab SET a[0] = 1 WHERE p = 'x'",
                    "The document path provided in the update expression is invalid for update");
            refuses(
                    "UPDATE Tab SET s = set_add(s, <<'x'>>) WHERE p = 'x'",
                    "An operand in the update expression has an incorrect data type");
            refuses(
                    "UPDATE Tab SET a = b + 1 WHERE p = 'x'",
                    "The provided expression refers to an attribute that does not exist in the item");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "SET a = 2|ALL OLD|[{'p':{'S':'x'},'a':{'N':'1'},'l':{'L':[{'S':'a'},{'S':'b'},{'S':'c'}]}}]",
                    "SET a = 2|ALL NEW|[{'p':{'S':'x'},'a':{'N':'2'},'l':{'L':[{'S':'a'},{'S':'b'},{'S':'c'}]}}]",
                    "SET a = 2|MODIFIED OLD|[{'a':{'N':'1'}}]",
                    "SET a = 2|MODIFIED NEW|[{'a':{'N':'2'}}]",
                    "SET b = 2|MODIFIED OLD|[]",
                    "REMOVE a|MODIFIED NEW|[]",
                    "REMOVE a|MODIFIED OLD|[{'a':{'N':'1'}}]",
                    "SET l[2] = 'y', l[0] = 'x'|MODIFIED NEW|[{'l':{'L':[{'S':'x'},{'S':'y'}]}}]",
                    "SET l[5] = 'd'|MODIFIED NEW|[]",
                    "SET l[3] = 'd'|MODIFIED NEW|[{'l':{'L':[{'S':'d'}]}}]",
                    "REMOVE l[1]|MODIFIED NEW|[{'l':{'L':[{'S':'c'}]}}]",
                    "REMOVE l[2]|MODIFIED NEW|[]"
                })
        void returningTellsWhatWasOrIs(String change, String returning, String items) {
            run("INSERT INTO Tab VALUE {'p': 'x', 'a': 1, 'l': ['a', 'b', 'c']}");

            answers("UPDATE Tab " + change + " WHERE p = 'x' RETURNING " + returning + " *", items);
        }

        @Test
        void aWriteCostsWhatTheOperationDoes() {
            database.table("Ind", "p:S", DatabaseFixture.global("gsi", "g:S", "ALL"));
            String detail = ",'ReturnConsumedCapacity':'INDEXES'";

            database.answers(
                    OPERATION,
                    statement("INSERT INTO Ind VALUE {'p': 'x', 'g': 'a'}", detail),
                    "{'Items':[],'ConsumedCapacity':{'TableName':'Ind','CapacityUnits':2.0,'Table':{'CapacityUnits':1.0},"
                            + "'GlobalSecondaryIndexes':{'gsi':{'CapacityUnits':1.0}}}}");
            database.answers(
                    OPERATION,
                    statement("UPDATE Ind SET g = 'b' WHERE p = 'x'", detail),
                    "ConsumedCapacity.CapacityUnits",
                    "3.0");
            double before = database.meter().writeUnits("Ind");
            database.refused(OPERATION, statement("INSERT INTO Ind VALUE {'p': 'x', 'a': ?}", parameters("{'S':'b'}")));
            assertThat(database.meter().writeUnits("Ind") - before).isEqualTo(1.0);
        }
    }
}
