package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.column;
import static dev.stator.core.operation.DatabaseFixture.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Query finds in a table; indexes are {@link QueryIndexTest}. */
class QueryBehaviourTest {
    private final DatabaseFixture db = new DatabaseFixture()
            .table("texts", "p:S s:S")
            .table("numbers", "p:S s:N")
            .table("bytes", "p:S s:B");

    private static String query(String table, String condition, String values, String... members) {
        return "{'TableName':'" + table + "','KeyConditionExpression':'p = :p " + condition
                + "','ExpressionAttributeValues':{':p':{'S':'1'}" + (values.isEmpty() ? "" : "," + values) + "}"
                + (members.length == 0 ? "" : "," + String.join(",", members)) + "}";
    }

    private DatabaseFixture texts(String... sortKeys) {
        Stream.of(sortKeys).forEach(s -> db.put("texts", "'p':{'S':'1'},'s':{'S':'" + s + "'}"));
        return db.put("texts", "'p':{'S':'0'},'s':{'S':'m'}").put("texts", "'p':{'S':'2'},'s':{'S':'m'}");
    }

    private List<String> find(String table, String condition, String values, String... members) {
        return column(db.call("Query", query(table, condition, values, members)), "s");
    }

    @Nested
    class Slices {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "`` | a aa ab b ba c",
                    "AND s = :a | aa",
                    "AND s < :a | a",
                    "AND s <= :a | a aa",
                    "AND s > :a | ab b ba c",
                    "AND s >= :a | aa ab b ba c",
                    "AND :a > s | a",
                    "AND :a <= s | aa ab b ba c",
                    "AND s BETWEEN :a AND :b | aa ab b",
                    "AND begins_with(s, :a) | aa",
                    "AND begins_with(s, :b) | b ba"
                })
        void a7SortKeysTakeSevenOperators(String condition, String found) {
            texts("c", "a", "ba", "ab", "b", "aa");
            String both = "':a':{'S':'aa'},':b':{'S':'b'}";
            String values = condition.contains(":b")
                    ? (condition.contains(":a") ? both : "':b':{'S':'b'}")
                    : condition.contains(":a") ? "':a':{'S':'aa'}" : "";
            assertThat(find("texts", condition, values)).containsExactly(found.split(" ", -1));
            List<String> reversed = new ArrayList<>(List.of(found.split(" ", -1)));
            Collections.reverse(reversed);
            assertThat(find("texts", condition, values, "'ScanIndexForward':false"))
                    .isEqualTo(reversed);
        }

        @Test
        void a10BetweenHasBothEnds() {
            texts("a", "b", "c", "d");
            assertThat(find("texts", "AND s BETWEEN :a AND :b", "':a':{'S':'b'},':b':{'S':'c'}"))
                    .containsExactly("b", "c");
            assertThat(find("texts", "AND s BETWEEN :a AND :a", "':a':{'S':'b'}"))
                    .containsExactly("b");
        }

        @Test
        void a9EqualityFindsOneItemOrNone() {
            texts("a", "b");
            assertThat(find("texts", "AND s = :a", "':a':{'S':'a'}")).containsExactly("a");
            assertThat(find("texts", "AND s = :a", "':a':{'S':'aa'}")).isEmpty();
        }

        @Test
        void a4StringsAreOrderedByTheirUtf8Bytes() {
            // U+FF21 comes before U+1F600 in UTF-8, and behind it in UTF-16.
            texts("😀", "Ａ", "z", "é", "Z", "a b", "a", "a!");
            assertThat(find("texts", "", "")).containsExactly("Z", "a", "a b", "a!", "z", "é", "Ａ", "😀");
            assertThat(find("texts", "AND s > :a", "':a':{'S':'Ａ'}")).containsExactly("😀");
        }

        @Test
        void a5NumbersAreOrderedByValue() {
            String[] ascending = {"-1000", "-10.5", "-10", "-0.1", "0", "0.001", "0.5", "2", "10", "100"};
            for (String number : new String[] {"10", "-10", "2", "100", "-10.5", "0.5", "0", "-1e3", "0.001", "-0.1"}) {
                db.put("numbers", "'p':{'S':'1'},'s':{'N':'" + number + "'}");
            }
            assertThat(find("numbers", "", "")).containsExactly(ascending);
            assertThat(find("numbers", "AND s BETWEEN :a AND :b", "':a':{'N':'-10'},':b':{'N':'2.0'}"))
                    .containsExactly("-10", "-0.1", "0", "0.001", "0.5", "2");
        }

        @Test
        void trap44BytesAreUnsigned() {
            for (String base64 : new String[] {"/w==", "Ag==", "AQI=", "AQ==", "f/8=", "gA=="}) {
                db.put("bytes", "'p':{'S':'1'},'s':{'B':'" + base64 + "'}");
            }
            // 01, 0102, 02, 7fff, 80, ff
            assertThat(find("bytes", "", "")).containsExactly("AQ==", "AQI=", "Ag==", "f/8=", "gA==", "/w==");
            assertThat(find("bytes", "AND begins_with(s, :a)", "':a':{'B':'AQ=='}"))
                    .containsExactly("AQ==", "AQI=");
            assertThat(find("bytes", "AND begins_with(s, :a)", "':a':{'B':'/w=='}"))
                    .containsExactly("/w==");
            assertThat(find("bytes", "AND s >= :a", "':a':{'B':'gA=='}")).containsExactly("gA==", "/w==");
        }

        @Test
        void legacyKeyConditionsDescribeTheSameSlices() {
            texts("a", "aa", "ab", "b", "c");
            String p = "'p':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'1'}]}";
            String request =
                    "{'TableName':'texts','KeyConditions':{%s,'s':{'ComparisonOperator':'%s','AttributeValueList':[%s]}}}";
            assertThat(column(db.call("Query", request.formatted(p, "BEGINS_WITH", "{'S':'a'}")), "s"))
                    .containsExactly("a", "aa", "ab");
            assertThat(column(db.call("Query", request.formatted(p, "BETWEEN", "{'S':'ab'},{'S':'b'}")), "s"))
                    .containsExactly("ab", "b");
            assertThat(column(db.call("Query", request.formatted(p, "LT", "{'S':'ab'}")), "s"))
                    .containsExactly("a", "aa");
            assertThat(column(db.call("Query", "{'TableName':'texts','KeyConditions':{" + p + "}}"), "s"))
                    .hasSize(5);
        }

        @Test
        void theTablesArnStandsForItsName() {
            texts("a");
            assertThat(find("arn:aws:dynamodb:eu-west-2:000000000000:table/texts", "", ""))
                    .containsExactly("a");
        }
    }

    @Nested
    class Pages {
        @Test
        void trap03AFullPageHasAStartKeyEvenIfNothingFollows() {
            texts("a", "b");
            db.answers(
                    "Query",
                    query("texts", "", "", "'Limit':2"),
                    "{'Items':[{'p':{'S':'1'},'s':{'S':'a'}},{'p':{'S':'1'},'s':{'S':'b'}}],'Count':2,'ScannedCount':2,"
                            + "'LastEvaluatedKey':{'p':{'S':'1'},'s':{'S':'b'}}}");
            db.answers(
                    "Query",
                    query("texts", "", "", "'Limit':2,'ExclusiveStartKey':{'p':{'S':'1'},'s':{'S':'b'}}"),
                    "{'Items':[],'Count':0,'ScannedCount':0}");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 7, 100})
        void trap45ReversePagesMirrorForwardPages(int limit) {
            String[] keys =
                    IntStream.range(0, 60).mapToObj(i -> "k%03d".formatted(i)).toArray(String[]::new);
            texts(keys);
            String request = query(
                    "texts", "AND s BETWEEN :a AND :b", "':a':{'S':'k005'},':b':{'S':'k054'}", "'Limit':" + limit);
            List<String> forward = new ArrayList<>();
            db.pages("Query", request).forEach(page -> forward.addAll(column(page, "s")));
            assertThat(forward).containsExactly(List.of(keys).subList(5, 55).toArray(String[]::new));
            List<String> reverse = new ArrayList<>();
            db.pages("Query", request.substring(0, request.length() - 1) + ",'ScanIndexForward':false}")
                    .forEach(page -> reverse.addAll(column(page, "s")));
            Collections.reverse(reverse);
            assertThat(reverse).isEqualTo(forward);
        }

        @Test
        void aStartKeyNeedNotExist() {
            texts("a", "c", "e");
            String between = "'ExclusiveStartKey':{'p':{'S':'1'},'s':{'S':'b'}}";
            assertThat(find("texts", "", "", between)).containsExactly("c", "e");
            assertThat(find("texts", "", "", between, "'ScanIndexForward':false"))
                    .containsExactly("a");
        }

        @Test
        void b8TheLimitCountsItemsBeforeTheFilter() {
            // The newest 20 of 30 are deleted; ten live ones are found on the third page.
            for (int i = 0; i < 30; i++) {
                db.put("texts", "'p':{'S':'1'},'s':{'S':'%02d'},'deleted':{'BOOL':%s}".formatted(i, i >= 10));
            }
            List<Object> pages = db.pages(
                    "Query",
                    query(
                            "texts",
                            "",
                            "':f':{'BOOL':false}",
                            "'FilterExpression':'deleted = :f'",
                            "'ScanIndexForward':false,'Limit':10"));
            assertThat(pages.stream().map(page -> at(page, "Count"))).containsExactly(0L, 0L, 10L, 0L);
            assertThat(pages.stream().map(page -> at(page, "ScannedCount"))).containsExactly(10L, 10L, 10L, 0L);
        }

        @Test
        void a6ASubtreeBeyondOneMegabyteComesInPages() {
            String data = "'d':{'S':'" + "x".repeat(100_000) + "'}";
            for (int i = 0; i < 25; i++) {
                db.put("texts", "'p':{'S':'1'},'s':{'S':'/photos/%02d'},".formatted(i) + data);
            }
            texts("/other", "/photosynthesis");
            List<Object> pages = db.pages("Query", query("texts", "AND begins_with(s, :a)", "':a':{'S':'/photos/'}"));
            // An item more than fits ends the page: 11 items have 1,100,000 bytes and more.
            assertThat(pages.stream().map(page -> at(page, "Count"))).containsExactly(11L, 11L, 3L);
            assertThat(at(pages.get(0), "LastEvaluatedKey")).isEqualTo(json("{'p':{'S':'1'},'s':{'S':'/photos/10'}}"));
        }

        @Test
        void aPageEndsAtOneMegabyteBeforeFilterAndProjection() {
            String data = "'d':{'S':'" + "x".repeat(300_000) + "'}";
            for (int i = 0; i < 8; i++) {
                db.put("texts", "'p':{'S':'1'},'s':{'S':'" + i + "'}," + data);
            }
            db.answers(
                    "Query",
                    query("texts", "", "':z':{'S':'z'}", "'FilterExpression':'d = :z','ProjectionExpression':'s'"),
                    "{'Items':[],'Count':0,'ScannedCount':4,'LastEvaluatedKey':{'p':{'S':'1'},'s':{'S':'3'}}}");
        }
    }

    @Nested
    class Filters {
        @Test
        void aFilterKeepsWhatMatches() {
            db.put(
                    "texts",
                    "'p':{'S':'1'},'s':{'S':'a'},'n':{'N':'1'}",
                    "'p':{'S':'1'},'s':{'S':'b'},'n':{'N':'2'}",
                    "'p':{'S':'1'},'s':{'S':'c'}");
            db.answers(
                    "Query",
                    query("texts", "", "':n':{'N':'1'}", "'FilterExpression':'n > :n'"),
                    "{'Items':[{'p':{'S':'1'},'s':{'S':'b'},'n':{'N':'2'}}],'Count':1,'ScannedCount':3}");
        }

        @Test
        void trap26WhatIsMissingIsUnequal() {
            db.put("texts", "'p':{'S':'1'},'s':{'S':'a'}");
            assertThat(find("texts", "", "':n':{'N':'1'}", "'FilterExpression':'q <> :n'"))
                    .containsExactly("a");
            assertThat(find("texts", "", "':n':{'N':'1'}", "'FilterExpression':'q = :n'"))
                    .isEmpty();
        }

        @Test
        void theLegacyFilterIsQueryFilter() {
            db.put(
                    "texts",
                    "'p':{'S':'1'},'s':{'S':'a'},'n':{'N':'1'}",
                    "'p':{'S':'1'},'s':{'S':'b'},'n':{'N':'2'},'x':{'S':'x'}",
                    "'p':{'S':'1'},'s':{'S':'c'}");
            String keys = "'KeyConditions':{'p':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'1'}]}}";
            String filter = "'QueryFilter':{'n':{'ComparisonOperator':'EQ','AttributeValueList':[{'N':'1.0'}]},"
                    + "'x':{'ComparisonOperator':'NOT_NULL'}}";
            assertThat(column(db.call("Query", "{'TableName':'texts'," + keys + "," + filter + "}"), "s"))
                    .isEmpty();
            assertThat(column(
                            db.call(
                                    "Query",
                                    "{'TableName':'texts'," + keys + "," + filter + ",'ConditionalOperator':'OR'}"),
                            "s"))
                    .containsExactly("a", "b");
        }
    }

    @Nested
    class Selection {
        @Test
        void countGivesNoItems() {
            texts("a", "b");
            db.answers(
                    "Query",
                    query("texts", "", "", "'Select':'COUNT','Limit':1"),
                    "{'Count':1,'ScannedCount':1,'LastEvaluatedKey':{'p':{'S':'1'},'s':{'S':'a'}}}");
        }

        @Test
        void specificAttributesAreProjected() {
            db.put("texts", "'p':{'S':'1'},'s':{'S':'a'},'m':{'M':{'x':{'N':'1'},'y':{'N':'2'}}}");
            String answer = "{'Items':[{'m':{'M':{'y':{'N':'2'}}}}],'Count':1,'ScannedCount':1}";
            db.answers("Query", query("texts", "", "", "'ProjectionExpression':'m.y'"), answer);
            db.answers(
                    "Query",
                    query("texts", "", "", "'ProjectionExpression':'m.y','Select':'SPECIFIC_ATTRIBUTES'"),
                    answer);
        }

        @Test
        void attributesToGetTakesWholeAttributes() {
            db.put("texts", "'p':{'S':'1'},'s':{'S':'a'},'m':{'M':{'x':{'N':'1'}}},'n':{'N':'1'}");
            db.answers(
                    "Query",
                    "{'TableName':'texts','AttributesToGet':['m','z'],"
                            + "'KeyConditions':{'p':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'1'}]}}}",
                    "{'Items':[{'m':{'M':{'x':{'N':'1'}}}}],'Count':1,'ScannedCount':1}");
        }

        @Test
        void allAttributesIsTheDefault() {
            texts("a");
            db.answers(
                    "Query",
                    query("texts", "", "", "'Select':'ALL_ATTRIBUTES'"),
                    "{'Items':[{'p':{'S':'1'},'s':{'S':'a'}}],'Count':1,'ScannedCount':1}");
        }
    }
}
