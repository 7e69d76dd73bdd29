package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.column;
import static dev.stator.core.operation.Statements.parameters;
import static dev.stator.core.operation.Statements.quoted;
import static dev.stator.core.operation.Statements.statement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Limits;
import dev.stator.core.error.ErrorType;
import dev.stator.core.stream.StreamLimits;
import dev.stator.storage.memory.MemoryEngine;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What SELECT statements find, in which order and pages, and what that costs. */
class ExecuteStatementSelectTest {
    private static final String OPERATION = "ExecuteStatement";

    private final DatabaseFixture database =
            new DatabaseFixture(new MemoryEngine(), new Limits(1 << 30, 20_000, StreamLimits.DYNAMODB));

    @BeforeEach
    void createTable() {
        database.table(
                "Tab",
                "p:S s:S",
                DatabaseFixture.local("loc", "p:S l:N", "KEYS_ONLY"),
                DatabaseFixture.global("gsi", "g:S s:S", "n"));
        for (String p : List.of("a", "b", "c")) {
            for (int i = 1; i <= 4; i++) {
                database.put(
                        "Tab",
                        "'p':{'S':'" + p + "'},'s':{'S':'" + i + "'},'n':{'N':'" + i + "'},'l':{'N':'" + -i
                                + "'},'m':{'M':{'k':{'L':[{'S':'" + p + i + "'},{'M':{'x':{'N':'7'}}}]}}}"
                                + (i == 4 ? "" : ",'g':{'S':'G'}"));
            }
        }
        database.put(
                "Tab",
                "'p':{'S':'t'},'s':{'S':'1'},'S':{'S':'text'},'N':{'N':'5'},'B':{'B':'AQI='},'BOOL':{'BOOL':true},"
                        + "'NULL':{'NULL':true},'L':{'L':[{'N':'1'}]},'M':{'M':{'k':{'N':'1'}}},'SS':{'SS':['a','b']},"
                        + "'NS':{'NS':['1','2']},'BS':{'BS':['AQ==']}");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Object run(String text, String... members) {
        return database.call(OPERATION, statement(text, members));
    }

    /** The keys of the items of all pages. */
    private List<String> keys(String text, String... members) {
        List<String> keys = new ArrayList<>();
        for (Object page : pages(text, members)) {
            List<String> p = column(page, "p");
            List<String> s = column(page, "s");
            for (int i = 0; i < p.size(); i++) {
                keys.add(p.get(i) + s.get(i));
            }
        }
        return keys;
    }

    private List<Object> pages(String text, String... members) {
        List<Object> pages = new ArrayList<>();
        String token = "";
        while (true) {
            Object page = run(text, String.join("", members), token);
            pages.add(page);
            Object next = at(page, "NextToken");
            if (next == null) {
                return pages;
            }
            token = ",'NextToken':" + quoted(String.valueOf(next));
        }
    }

    private Object units(String text, String... members) {
        return Objects.requireNonNull(at(
                run(text, String.join("", members), ",'ReturnConsumedCapacity':'TOTAL'"),
                "ConsumedCapacity.CapacityUnits"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "p = 'a'|a1 a2 a3 a4",
                "'a' = p AND '2' < s|a3 a4",
                "p = 'a' AND s = '2'|a2",
                "p = 'a' AND s >= '2' AND s < '4'|a2 a3",
                "p = 'a' AND s BETWEEN '2' AND '3'|a2 a3",
                "p = 'a' AND begins_with(s, '3')|a3",
                "p = 'a' AND s IN ['4', '1', '9', '1']|a1 a4",
                "p = 'a' AND (s = '3' OR s = '1')|a1 a3",
                "p = 'a' AND (s < '2' OR s > '3')|a1 a4",
                "p = 'a' AND NOT s = '1'|a2 a3 a4",
                "p = 'a' AND s <> '1'|a2 a3 a4",
                "p = 'a' AND s NOT IN ('1', '2')|a3 a4",
                "p = 'a' AND n NOT BETWEEN 2 AND 3|a1 a4",
                "p = 'a' AND n != 2|a1 a3 a4",
                "p = 'a' AND s = '1' AND s = '2'|",
                "p = 'a' AND p = 'b'|",
                "p IN ['b', 'a'] AND s = '1'|b1 a1",
                "p = 'c' OR p = 'a' AND s > '3'|c1 c2 c3 c4 a4",
                "p IN []|",
                "p = 'a' AND NOT s = '1' OR p = 'a' AND s = '2'|a2 a3 a4",
                "p = 'a' OR p = 'a' AND NOT s = '1'|a1 a2 a3 a4",
                "p = 'a' AND m.k[0] = 'a3'|a3",
                "p = 'a' AND size(m.\"k\"[0]) = 2 AND n > 3|a4",
                "p = 'a' AND g IS MISSING|a4",
                "p = 'a' AND g IS NOT MISSING AND attribute_exists(g)|a1 a2 a3",
                "p = 'a' AND attribute_not_exists(g)|a4"
            })
    void theWhereClauseSaysWhichItems(String where, String keys) {
        assertThat(String.join(" ", keys("SELECT * FROM Tab WHERE " + where))).isEqualTo(keys == null ? "" : keys);
    }

    @Test
    void anythingElseIsAScan() {
        assertThat(keys("SELECT * FROM Tab")).hasSize(13);
        assertThat(keys("SELECT * FROM Tab WHERE s = '2'")).containsExactlyInAnyOrder("a2", "b2", "c2");
        assertThat(keys("SELECT * FROM Tab WHERE p > 'a' AND s = '2'")).containsExactlyInAnyOrder("b2", "c2");
        assertThat(keys("SELECT * FROM Tab WHERE p = 'a' AND s = '1' OR n = 4"))
                .containsExactlyInAnyOrder("a1", "a4", "b4", "c4");
        assertThat(units("SELECT * FROM Tab WHERE s = '2'")).isEqualTo(units("SELECT * FROM Tab"));
    }

    @ParameterizedTest
    @CsvSource({
        "IS NULL,NULL",
        "IS BOOLEAN,BOOL",
        "IS INT8,N",
        "IS DOUBLE PRECISION,N",
        "IS CHARACTER VARYING,S",
        "IS STRING,S",
        "IS BLOB,B",
        "IS LIST,L",
        "IS STRUCT,M"
    })
    void isAsksForATypeOfValue(String test, String attribute) {
        for (String other : Set.of("S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS")) {
            assertThat(keys("SELECT * FROM Tab WHERE p = 't' AND \"" + other + "\" " + test))
                    .hasSize(other.equals(attribute) ? 1 : 0);
        }
        assertThat(keys("SELECT * FROM Tab WHERE p = 't' AND SS IS BAG AND NS IS BAG AND BS IS BAG AND L IS NOT BAG"))
                .hasSize(1);
    }

    // Of the suite's partiql/comparison.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SS|{'SS':['b','a']}|true",
                "SS|{'SS':['a']}|false",
                "NS|{'NS':['2','1.0']}|true",
                "BS|{'BS':['AQ==']}|true",
                "L|{'L':[{'N':'1'}]}|true",
                "M|{'M':{'k':{'N':'2'}}}|false",
                "B|{'B':'AQI='}|true",
                "\"NULL\"|{'NULL':true}|true",
                "N|{'S':'5'}|false"
            })
    void valuesOfAllTypesAreEqualOrNot(String attribute, String value, boolean equal) {
        String equality = "SELECT * FROM Tab WHERE p = 't' AND " + attribute + " = ?";
        String inequality = "SELECT * FROM Tab WHERE p = 't' AND " + attribute + " <> ?";

        assertThat(keys(equality, parameters(value))).hasSize(equal ? 1 : 0);
        assertThat(keys(inequality, parameters(value))).hasSize(equal ? 0 : 1);
    }

    @Test
    void commentsAndSemicolonsChangeNothing() {
        assertThat(
                        keys(
                                "-- all\nSELECT * /* of */ FROM Tab -- the table\nWHERE p = 'a' AND s = '--' OR p = 'a' AND s = '1';"))
                .containsExactly("a1");
    }

    @Test
    void pathsAreReturnedUnderTheirLastSteps() {
        database.answers(
                OPERATION,
                statement("SELECT p, m.k, \"m\".\"k\"[1].\"x\", m.nope, m.k[0] FROM \"Tab\" WHERE p = 'a' AND s = '1'"),
                "{'Items':[{'p':{'S':'a'},'k':{'L':[{'S':'a1'},{'M':{'x':{'N':'7'}}}]},'x':{'N':'7'},'k[0]':{'S':'a1'}}]}");
        database.answers(OPERATION, statement("SELECT nope FROM Tab WHERE p = 'a' AND s = '1'"), "{'Items':[{}]}");
    }

    @Test
    void overlappingAlternativesAreRefused() {
        String message = "Overlapping conditions with range keys are not supported in where clause";

        for (String where : List.of(
                "p = 'a' AND n = 1 OR p = 'a' AND s = '2'",
                "p = 'a' AND n <> 1 OR p = 'a' AND s = '2'",
                "p = 'a' AND (s > '1' OR s > '2')")) {
            database.refuses(OPERATION, statement("SELECT * FROM Tab WHERE " + where), message);
        }
    }

    @Test
    void orderByGoesAlongTheKeys() {
        assertThat(keys("SELECT * FROM Tab WHERE p = 'a' ORDER BY s DESC")).containsExactly("a4", "a3", "a2", "a1");
        assertThat(keys("SELECT * FROM Tab WHERE p = 'a' ORDER BY p, s ASC")).containsExactly("a1", "a2", "a3", "a4");
        assertThat(keys("SELECT * FROM Tab WHERE p = 'a' AND s IN ['1', '3'] ORDER BY s DESC"))
                .containsExactly("a3", "a1");
        assertThat(keys("SELECT * FROM Tab WHERE p IN ['b', 'c', 'a'] AND s < '3' ORDER BY p DESC, s DESC"))
                .containsExactly("c2", "c1", "b2", "b1", "a2", "a1");
        assertThat(database.refused(OPERATION, statement("SELECT * FROM Tab WHERE p IN ['a', 'b'] ORDER BY s"))
                        .type())
                .isEqualTo(ErrorType.VALIDATION);
    }

    @Test
    void trap31AnIndexIsReadAsItIs() {
        database.answers(
                OPERATION,
                statement("SELECT * FROM \"Tab\".\"gsi\" WHERE g = 'G' AND s = '2'"),
                "{'Items':[{'p':{'S':'a'},'s':{'S':'2'},'g':{'S':'G'},'n':{'N':'2'}},"
                        + "{'p':{'S':'b'},'s':{'S':'2'},'g':{'S':'G'},'n':{'N':'2'}},"
                        + "{'p':{'S':'c'},'s':{'S':'2'},'g':{'S':'G'},'n':{'N':'2'}}]}");
        assertThat(keys("SELECT * FROM Tab.gsi WHERE g = 'G'")).hasSize(9);
        assertThat(keys("SELECT * FROM Tab.gsi")).hasSize(9);
        assertThat(keys("SELECT p, s FROM Tab.loc WHERE p = 'a' AND l < -2 ORDER BY l"))
                .containsExactly("a4", "a3");
    }

    @Test
    void aLocalIndexFetchesWhatItLacks() {
        database.answers(
                OPERATION,
                statement("SELECT n FROM Tab.loc WHERE p = 'a' AND l > -3", ",'ReturnConsumedCapacity':'INDEXES'"),
                "{'Items':[{'n':{'N':'2'}},{'n':{'N':'1'}}],'ConsumedCapacity':{'TableName':'Tab','CapacityUnits':1.5,"
                        + "'Table':{'CapacityUnits':1.0},'LocalSecondaryIndexes':{'loc':{'CapacityUnits':0.5}}}}");
        database.answers(
                OPERATION,
                statement("SELECT * FROM Tab.loc WHERE p = 'a' AND l = -3", ",'ReturnConsumedCapacity':'INDEXES'"),
                "{'Items':[{'p':{'S':'a'},'s':{'S':'3'},'l':{'N':'-3'}}],'ConsumedCapacity':{'TableName':'Tab',"
                        + "'CapacityUnits':0.5,'Table':{'CapacityUnits':0.0},"
                        + "'LocalSecondaryIndexes':{'loc':{'CapacityUnits':0.5}}}}");
    }

    @Test
    void limitsAndTokensPageThroughEverythingOnce() {
        List<String> all = List.of("a1", "a2", "a3", "a4");

        for (int limit = 1; limit <= 5; limit++) {
            String member = ",'Limit':" + limit;
            assertThat(keys("SELECT * FROM Tab WHERE p = 'a'", member)).isEqualTo(all);
            assertThat(keys("SELECT * FROM Tab WHERE p = 'a' ORDER BY s DESC", member))
                    .isEqualTo(all.reversed());
            assertThat(keys("SELECT * FROM Tab WHERE p = 'a' AND s IN ['2', '4']", member))
                    .containsExactly("a2", "a4");
            assertThat(keys("SELECT * FROM Tab WHERE p IN ['b', 'a', 'x']", member))
                    .containsExactly("b1", "b2", "b3", "b4", "a1", "a2", "a3", "a4");
            assertThat(keys("SELECT * FROM Tab", member)).hasSize(13).doesNotHaveDuplicates();
            assertThat(keys("SELECT * FROM Tab.gsi WHERE g = 'G'", member))
                    .hasSize(9)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void aPageEndsAtLimitWhetherOrNotItsItemsAreKept() {
        Object page = run("SELECT * FROM Tab WHERE p = 'a' AND n = 4", ",'Limit':2");

        assertThat(column(page, "s")).isEmpty();
        assertThat(at(page, "LastEvaluatedKey")).isEqualTo(DatabaseFixture.json("{'p':{'S':'a'},'s':{'S':'2'}}"));
        assertThat(at(page, "NextToken")).isNotNull();
    }

    @Test
    void anItemReadByItsKeyLeavesNothingBehindIt() {
        Object page = run("SELECT * FROM Tab WHERE p = 'a' AND s = '2'", ",'Limit':1");

        assertThat(at(page, "NextToken")).isNull();
        assertThat(at(page, "LastEvaluatedKey")).isNull();
    }

    @Test
    void severalPartitionsComeInPagesOfTenItems() {
        List<Object> pages = pages("SELECT * FROM Tab WHERE p IN ['a', 'b', 'c']");

        assertThat(pages).extracting(page -> column(page, "s").size()).containsExactly(10, 2);
    }

    @Test
    void aPageHasALimitOfBytesToo() {
        String kilobytes = "x".repeat(9_000);
        for (int i = 0; i < 5; i++) {
            database.put("Tab", "'p':{'S':'large'},'s':{'S':'" + i + "'},'x':{'S':'" + kilobytes + "'}");
        }

        assertThat(pages("SELECT * FROM Tab WHERE p = 'large'"))
                .extracting(page -> column(page, "s").size())
                .containsExactly(3, 2);
        assertThat(pages("SELECT s FROM Tab WHERE p = 'large' AND s IN ['0', '1', '3', '4']"))
                .extracting(page -> column(page, "s"))
                .containsExactly(List.of("0", "1", "3"), List.of("4"));
    }

    @Test
    void aTokenBelongsToItsStatement() {
        String text = "SELECT * FROM Tab WHERE p = ?";
        String token = String.valueOf(at(run(text, parameters("{'S':'a'}"), ",'Limit':1"), "NextToken"));
        String member = ",'NextToken':" + quoted(token);
        String message = "The provided NextToken does not belong to this statement";

        assertThat(column(run(text, parameters("{'S':'a'}"), ",'Limit':1", member), "s"))
                .containsExactly("2");
        database.refuses(OPERATION, statement(text, parameters("{'S':'b'}"), member), message);
        database.refuses(OPERATION, statement(text + " ORDER BY s", parameters("{'S':'a'}"), member), message);
        database.refuses(OPERATION, statement("SELECT * FROM Tab", member), message);
        database.table("Other", "p:S s:S");
        database.refuses(
                OPERATION, statement("SELECT * FROM Other WHERE p = ?", parameters("{'S':'a'}"), member), message);
    }

    @Test
    void aTokenThatWasChangedIsRefused() {
        String text = "SELECT * FROM Tab WHERE p = 'a'";
        byte[] token = Base64.getDecoder().decode(String.valueOf(at(run(text, ",'Limit':1"), "NextToken")));
        Set<String> messages = new TreeSet<>();

        for (int i = 0; i < token.length; i++) {
            byte[] changed = token.clone();
            changed[i] ^= 1;
            String member = ",'NextToken':'" + Base64.getEncoder().encodeToString(changed) + "'";
            messages.add(database.refused(OPERATION, statement(text, member)).getMessage());
        }
        for (String other : List.of("x", "AQ==", "é", Base64.getEncoder().encodeToString(new byte[40]))) {
            messages.add(database.refused(OPERATION, statement(text, ",'NextToken':'" + other + "'"))
                    .getMessage());
        }

        assertThat(messages).containsExactly("The provided NextToken does not belong to this statement");
    }

    @Test
    void readingCostsWhatQueryAndGetItemDo() {
        assertThat(units("SELECT * FROM Tab WHERE p = 'a' AND s = '1'")).isEqualTo(0.5);
        assertThat(units("SELECT * FROM Tab WHERE p = 'a' AND s = '1'", ",'ConsistentRead':true"))
                .isEqualTo(1.0);
        assertThat(units("SELECT * FROM Tab WHERE p = 'none'")).isEqualTo(0.5);
        assertThat(units("SELECT * FROM Tab WHERE p = 'a' AND s = '1' AND s = '2'"))
                .isEqualTo(0.5);
        assertThat(units("SELECT * FROM Tab WHERE p IN ['a', 'b', 'none'] AND s = '1'"))
                .isEqualTo(1.5);
        double before = database.meter().readUnits("Tab");
        run("SELECT * FROM Tab WHERE p = 'a'");
        assertThat(database.meter().readUnits("Tab") - before).isEqualTo(0.5);
    }
}
