package dev.stator.core.operation;

import static dev.stator.core.operation.Statements.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Database;
import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.storage.memory.MemoryEngine;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile statements get an answer, an error at most, and never make the database fail. */
class PartiQlFuzzTest {
    private static final int LENGTH_MAX = 8192;
    private static final int STATEMENTS = 4_000;

    private static final List<String> PIECES = List.of(
            "SELECT",
            "*",
            "FROM",
            "Tab",
            "\"Tab\"",
            "WHERE",
            "p",
            "s",
            "a",
            "a.b",
            "a[0]",
            "=",
            "<>",
            "<",
            ">=",
            "AND",
            "OR",
            "NOT",
            "IN",
            "BETWEEN",
            "IS",
            "MISSING",
            "NULL",
            "'x'",
            "'it''s'",
            "1",
            "-1.5e3",
            ".5",
            "1e126",
            "?",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "<<",
            ">>",
            ",",
            ":",
            ";",
            "INSERT",
            "INTO",
            "VALUE",
            "{'p': 'x', 's': 'y'}",
            "UPDATE",
            "SET",
            "REMOVE",
            "DELETE",
            "RETURNING",
            "ALL",
            "OLD",
            "MODIFIED",
            "NEW",
            "ORDER",
            "BY",
            "DESC",
            "EXISTS(",
            "size(",
            "begins_with(",
            "contains(",
            "attribute_type(",
            "list_append(",
            "set_add(",
            "TRUE",
            "+",
            "-",
            ".gsi",
            "--",
            "/*",
            "*/",
            "'",
            "\"",
            "\u0000",
            "é",
            "😀",
            "\uD800",
            "\n",
            "p = 'x'",
            "s = 'y'",
            "p = 'x' AND s = 'y'");

    private Database database = Database.open(new MemoryEngine(), InstantSource.system());

    @BeforeEach
    void createTable() {
        database.close();
        database = Database.open(new MemoryEngine(), InstantSource.system());
        String table = """
                {"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
                 "KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}],
                 "GlobalSecondaryIndexes":[{"IndexName":"gsi","Projection":{"ProjectionType":"KEYS_ONLY"},
                  "KeySchema":[{"AttributeName":"s","KeyType":"HASH"}]}],
                 "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},
                  {"AttributeName":"s","AttributeType":"S"}]}""";
        database.execute("CreateTable", table.getBytes(StandardCharsets.UTF_8), Session.ANONYMOUS);
    }

    @AfterEach
    void close() {
        database.close();
    }

    /** Whether the statement was carried out; anything but an answer or an error of the API ends the test. */
    private boolean run(String operation, String request) {
        try {
            database.execute(operation, request.replace('\'', '"').getBytes(StandardCharsets.UTF_8), Session.ANONYMOUS);
            return true;
        } catch (ApiException e) {
            assertThat(e.status()).isEqualTo(400);
            return false;
        }
    }

    private boolean run(String text) {
        return run("ExecuteStatement", "{'Statement':" + quoted(text) + "}");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomPiecesAreAnswered(long seed) {
        Random random = new Random(seed);
        int carriedOut = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            String text = statement(random);
            String member = "{'Statement':" + quoted(text) + ",'Parameters':[{'S':'x'}]}";
            carriedOut += run(text) ? 1 : 0;
            run("ExecuteStatement", member);
            run("BatchExecuteStatement", "{'Statements':[" + member + "]}");
            run("ExecuteTransaction", "{'TransactStatements':[" + member + "]}");
        }
        assertThat(carriedOut).as("with seed %d", seed).isPositive();
    }

    /** Pieces in any order, behind a beginning that makes sense more often than not. */
    private static String statement(Random random) {
        String beginning = switch (random.nextInt(6)) {
            case 0 -> "SELECT * FROM Tab WHERE ";
            case 1 -> "UPDATE Tab SET a = ";
            case 2 -> "DELETE FROM Tab WHERE p = 'x' AND s = 'y' ";
            case 3 -> "INSERT INTO Tab VALUE {'p': 'x', 's': 'y', 'a': ";
            case 4 -> "FROM Tab WHERE p = 'x' AND s = 'y' ";
            default -> "";
        };
        return beginning
                + IntStream.range(0, random.nextInt(8))
                        .mapToObj(i -> PIECES.get(random.nextInt(PIECES.size())))
                        .collect(Collectors.joining(random.nextInt(10) == 0 ? "" : " "));
    }

    @Test
    void nothingIsNestedOrRepeatedTooOften() {
        for (String piece : List.of(
                "(",
                "[",
                "{'a':",
                "<<",
                "NOT ",
                "size(",
                "-",
                "a.",
                "a[0]",
                "a = 1 AND ",
                "((a = 1) OR ",
                "a + ",
                "'",
                "\"",
                "/*",
                "?, ",
                "EXISTS(SELECT * FROM ",
                "1e9")) {
            for (String beginning : List.of(
                    "", "SELECT * FROM Tab WHERE ", "SELECT ", "UPDATE Tab SET a = ", "INSERT INTO Tab VALUE {'p': ")) {
                String text = beginning + piece.repeat((LENGTH_MAX - beginning.length()) / piece.length());
                assertThat(run(text)).as(text.substring(0, 60)).isFalse();
            }
        }
    }

    @Test
    void whatIsClosedAgainIsNotFollowedForeverEither() {
        assertThat(run("SELECT * FROM Tab WHERE " + "(".repeat(90) + "p = 'x'" + ")".repeat(90)))
                .isTrue();
        assertThat(run("SELECT * FROM Tab WHERE " + "(".repeat(3000) + "p = 'x'" + ")".repeat(3000)))
                .isFalse();
        assertThat(run("SELECT * FROM Tab WHERE " + "NOT ".repeat(90) + "p = 'x'"))
                .isTrue();
        assertThat(run("SELECT * FROM Tab WHERE " + "NOT ".repeat(1500) + "p = 'x'"))
                .isFalse();
        assertThat(run("SELECT * FROM Tab WHERE a = " + "[".repeat(32) + "]".repeat(32)))
                .isTrue();
        assertThat(run("SELECT * FROM Tab WHERE a = " + "[".repeat(33) + "]".repeat(33)))
                .isFalse();
        assertThat(run("SELECT * FROM Tab WHERE a = 1" + " OR a = 1".repeat(149)))
                .isTrue();
        assertThat(run("SELECT * FROM Tab WHERE a = 1" + " OR a = 1".repeat(150)))
                .isFalse();
        assertThat(run("SELECT * FROM Tab WHERE a" + ".a".repeat(31) + " = 1")).isTrue();
        assertThat(run("SELECT * FROM Tab WHERE a" + ".a".repeat(32) + " = 1")).isFalse();
        assertThat(run("INSERT INTO Tab VALUE {'p': '1', 's': '1', 'a': " + "[".repeat(32) + "]".repeat(32) + "}"))
                .isTrue();
    }

    @Test
    void aParameterCannotMakeAnItemDeeperThanAnyOther() {
        String deep = "{'L':[".repeat(31) + "{'S':'x'}" + "]}".repeat(31);

        assertThat(run(
                        "ExecuteStatement",
                        "{'Parameters':[" + deep + "],'Statement':"
                                + quoted("INSERT INTO Tab VALUE {'p': 'x', 's': '1', 'a': ?}") + "}"))
                .isTrue();
        assertThat(run(
                        "ExecuteStatement",
                        "{'Parameters':[" + deep + "],'Statement':"
                                + quoted("INSERT INTO Tab VALUE {'p': 'x', 's': '2', 'a': [?]}") + "}"))
                .isFalse();
        assertThat(run(
                        "ExecuteStatement",
                        "{'Parameters':[" + deep + "],'Statement':"
                                + quoted("UPDATE Tab SET a = [?] WHERE p = 'x' AND s = '1'") + "}"))
                .isFalse();
    }
}
