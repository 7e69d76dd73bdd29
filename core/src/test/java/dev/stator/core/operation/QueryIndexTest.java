package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.column;
import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.json;
import static dev.stator.core.operation.DatabaseFixture.local;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Query finds in local and global indexes. */
class QueryIndexTest {
    private final DatabaseFixture db = new DatabaseFixture()
            .table(
                    "tab",
                    "p:S s:S",
                    local("keys", "p:S l:N", "KEYS_ONLY"),
                    local("some", "p:S m:S", "x"),
                    global("byG", "g:S h:N", "ALL"),
                    global("part", "g:S", "x y"),
                    global("many", "a:S+b:N c:S d:N", "KEYS_ONLY"));

    private static String query(String index, String condition, String values, String... members) {
        return "{'TableName':'tab','IndexName':'" + index + "','KeyConditionExpression':'" + condition
                + "','ExpressionAttributeValues':{" + values + "}"
                + (members.length == 0 ? "" : "," + String.join(",", members)) + "}";
    }

    private List<String> find(String index, String condition, String values, String... members) {
        return column(db.call("Query", query(index, condition, values, members)), "s");
    }

    private static final String P = "':p':{'S':'1'}";
    private static final String G = "':g':{'S':'G'}";

    @Nested
    class LocalIndexes {
        @Test
        void a27AndC4ALocalIndexIsReadConsistentlyInItsOwnOrder() {
            db.put(
                    "tab",
                    "'p':{'S':'1'},'s':{'S':'a'},'l':{'N':'10'},'x':{'S':'x'}",
                    "'p':{'S':'1'},'s':{'S':'b'},'l':{'N':'9'}",
                    "'p':{'S':'1'},'s':{'S':'c'}",
                    "'p':{'S':'2'},'s':{'S':'d'},'l':{'N':'1'}");
            db.answers(
                    "Query",
                    query("keys", "p = :p", P, "'ConsistentRead':true"),
                    "{'Items':[{'p':{'S':'1'},'s':{'S':'b'},'l':{'N':'9'}},{'p':{'S':'1'},'s':{'S':'a'},'l':{'N':'10'}}],"
                            + "'Count':2,'ScannedCount':2}");
        }

        @Test
        void whatIsNotProjectedIsFetchedFromTheTable() {
            db.put("tab", "'p':{'S':'1'},'s':{'S':'a'},'m':{'S':'m'},'x':{'S':'x'},'y':{'S':'y'}");
            String all = "{'p':{'S':'1'},'s':{'S':'a'},'m':{'S':'m'},'x':{'S':'x'},'y':{'S':'y'}}";
            String counts = "'Count':1,'ScannedCount':1}";
            db.answers(
                    "Query",
                    query("some", "p = :p", P),
                    "{'Items':[{'p':{'S':'1'},'s':{'S':'a'},'m':{'S':'m'},'x':{'S':'x'}}]," + counts);
            db.answers(
                    "Query",
                    query("some", "p = :p", P, "'Select':'ALL_ATTRIBUTES'"),
                    "{'Items':[" + all + "]," + counts);
            db.answers(
                    "Query",
                    query("some", "p = :p", P, "'Select':'ALL_PROJECTED_ATTRIBUTES'"),
                    "{'Items':[{'p':{'S':'1'},'s':{'S':'a'},'m':{'S':'m'},'x':{'S':'x'}}]," + counts);
            db.answers(
                    "Query",
                    query("some", "p = :p", P, "'ProjectionExpression':'y, x'"),
                    "{'Items':[{'x':{'S':'x'},'y':{'S':'y'}}]," + counts);
        }

        @Test
        void aFilterSeesWhatIsReturned() {
            db.put(
                    "tab",
                    "'p':{'S':'1'},'s':{'S':'a'},'m':{'S':'m'},'y':{'S':'y'}",
                    "'p':{'S':'1'},'s':{'S':'b'},'m':{'S':'m'}");
            assertThat(find("some", "p = :p", P, "'FilterExpression':'attribute_exists(y)'"))
                    .isEmpty();
            assertThat(find("some", "p = :p", P, "'FilterExpression':'attribute_exists(y)','Select':'ALL_ATTRIBUTES'"))
                    .containsExactly("a");
        }

        @Test
        void pagesOfTiedKeysGoByTheTablesSortKey() {
            for (String s : new String[] {"c", "a", "e", "b", "d"}) {
                db.put("tab", "'p':{'S':'1'},'s':{'S':'" + s + "'},'l':{'N':'7'}");
            }
            String request = query("keys", "p = :p AND l = :l", P + ",':l':{'N':'7'}", "'Limit':2");
            List<Object> pages = db.pages("Query", request);
            assertThat(pages.stream().map(page -> column(page, "s")))
                    .containsExactly(List.of("a", "b"), List.of("c", "d"), List.of("e"));
            assertThat(at(pages.get(0), "LastEvaluatedKey"))
                    .isEqualTo(json("{'p':{'S':'1'},'s':{'S':'b'},'l':{'N':'7'}}"));
        }
    }

    @Nested
    class GlobalIndexes {
        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 5})
        void trap01TiedIndexKeysPageOnceBothWays(int limit) {
            for (String key : new String[] {"2b", "1a", "3a", "1b", "2a"}) {
                db.put(
                        "tab",
                        "'p':{'S':'" + key.charAt(0) + "'},'s':{'S':'" + key.charAt(1)
                                + "'},'g':{'S':'G'},'h':{'N':'1'}");
            }
            String request = query("byG", "g = :g", G, "'Limit':" + limit);
            List<String> forward = keys(db.pages("Query", request));
            assertThat(forward).containsExactly("1a", "1b", "2a", "2b", "3a");
            List<String> reverse =
                    keys(db.pages("Query", query("byG", "g = :g", G, "'ScanIndexForward':false,'Limit':" + limit)));
            Collections.reverse(reverse);
            assertThat(reverse).isEqualTo(forward);
            assertThat(at(db.call("Query", query("byG", "g = :g", G, "'Limit':1")), "LastEvaluatedKey"))
                    .isEqualTo(json("{'p':{'S':'1'},'s':{'S':'a'},'g':{'S':'G'},'h':{'N':'1'}}"));
        }

        private static List<String> keys(List<Object> pages) {
            List<String> keys = new ArrayList<>();
            for (Object page : pages) {
                List<String> p = column(page, "p");
                List<String> s = column(page, "s");
                for (int i = 0; i < p.size(); i++) {
                    keys.add(p.get(i) + s.get(i));
                }
            }
            return keys;
        }

        @Test
        void a9AnIndexKeyFindsAnyNumberOfItems() {
            db.put(
                    "tab",
                    "'p':{'S':'1'},'s':{'S':'a'},'g':{'S':'G'},'h':{'N':'1'}",
                    "'p':{'S':'2'},'s':{'S':'b'},'g':{'S':'G'},'h':{'N':'1'}");
            assertThat(find("byG", "g = :g AND h = :h", G + ",':h':{'N':'1'}")).containsExactly("a", "b");
            assertThat(find("byG", "g = :g AND h = :h", G + ",':h':{'N':'2'}")).isEmpty();
        }

        @Test
        void c6AnIndexHasOnlyTheItemsWithAllItsKeys() {
            db.put(
                    "tab",
                    "'p':{'S':'1'},'s':{'S':'a'},'g':{'S':'G'}",
                    "'p':{'S':'1'},'s':{'S':'b'},'h':{'N':'1'}",
                    "'p':{'S':'1'},'s':{'S':'c'},'g':{'S':'G'},'h':{'N':'1'}");
            assertThat(find("byG", "g = :g", G)).containsExactly("c");
            assertThat(find("part", "g = :g", G)).containsExactly("a", "c");
        }

        @Test
        void c10AnIndexHasOnlyTheProjectedAttributes() {
            db.put("tab", "'p':{'S':'1'},'s':{'S':'a'},'g':{'S':'G'},'x':{'S':'x'},'z':{'S':'z'}");
            db.answers(
                    "Query",
                    query("part", "g = :g", G),
                    "{'Items':[{'p':{'S':'1'},'s':{'S':'a'},'g':{'S':'G'},'x':{'S':'x'}}],'Count':1,'ScannedCount':1}");
            assertThat(find("part", "g = :g", G, "'FilterExpression':'attribute_exists(z)'"))
                    .isEmpty();
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "h < :h | b d",
                    "h <= :h | b d c",
                    "h = :h | c",
                    "h > :h | a",
                    "h >= :h | c a",
                    "h BETWEEN :i AND :h | d c"
                })
        void sortKeysOfIndexesTakeTheSameOperators(String condition, String found) {
            db.put(
                    "tab",
                    "'p':{'S':'1'},'s':{'S':'a'},'g':{'S':'G'},'h':{'N':'10'}",
                    "'p':{'S':'1'},'s':{'S':'b'},'g':{'S':'G'},'h':{'N':'-10'}",
                    "'p':{'S':'1'},'s':{'S':'c'},'g':{'S':'G'},'h':{'N':'2'}",
                    "'p':{'S':'1'},'s':{'S':'d'},'g':{'S':'G'},'h':{'N':'-2'}");
            String values = G + ",':h':{'N':'2'}" + (condition.contains(":i") ? ",':i':{'N':'-2'}" : "");
            assertThat(find("byG", "g = :g AND " + condition, values)).containsExactly(found.split(" ", -1));
        }

        @Test
        void aPrefixInAnIndexIsNoKeyOfItsOwn() {
            // The values continue behind the prefix, and one has a zero byte, which the encoding escapes.
            db.table("bin", "p:S", global("byB", "g:S b:B", "KEYS_ONLY"))
                    .put(
                            "bin",
                            "'p':{'S':'1'},'g':{'S':'G'},'b':{'B':'YQ=='}",
                            "'p':{'S':'2'},'g':{'S':'G'},'b':{'B':'YQA='}",
                            "'p':{'S':'3'},'g':{'S':'G'},'b':{'B':'YQBi'}",
                            "'p':{'S':'4'},'g':{'S':'G'},'b':{'B':'YWI='}",
                            "'p':{'S':'5'},'g':{'S':'G'},'b':{'B':'Yg=='}");
            String request = "{'TableName':'bin','IndexName':'byB','KeyConditionExpression':'g = :g AND %s',"
                    + "'ExpressionAttributeValues':{':g':{'S':'G'},':b':{'B':'%s'}}}";
            assertThat(column(db.call("Query", request.formatted("begins_with(b, :b)", "YQ==")), "p"))
                    .containsExactly("1", "2", "3", "4");
            assertThat(column(db.call("Query", request.formatted("begins_with(b, :b)", "YQA=")), "p"))
                    .containsExactly("2", "3");
            assertThat(column(db.call("Query", request.formatted("b = :b", "YQ==")), "p"))
                    .containsExactly("1");
            assertThat(column(db.call("Query", request.formatted("b > :b", "YQ==")), "p"))
                    .containsExactly("2", "3", "4", "5");
            assertThat(column(db.call("Query", request.formatted("b <= :b", "YQA=")), "p"))
                    .containsExactly("1", "2");
        }

        @Test
        void a11AndC12AKeyOfSeveralAttributesIsNarrowedFromTheLeft() {
            String key = "'p':{'S':'1'},'s':{'S':'%s'},'a':{'S':'A'},'b':{'N':'%s'},'c':{'S':'%s'},'d':{'N':'%s'}";
            db.put(
                    "tab",
                    key.formatted("1", "1", "x", "1"),
                    key.formatted("2", "1", "x", "2"),
                    key.formatted("3", "1", "xy", "1"),
                    key.formatted("4", "1", "y", "3"),
                    key.formatted("5", "2", "x", "1"));
            String ab = "':a':{'S':'A'},':b':{'N':'1'}";
            String x = ",':c':{'S':'x'}";
            assertThat(find("many", "a = :a AND b = :b", ab)).containsExactly("1", "2", "3", "4");
            assertThat(find("many", "a = :a AND b = :b AND c = :c", ab + x)).containsExactly("1", "2");
            assertThat(find("many", "a = :a AND b = :b AND begins_with(c, :c)", ab + x))
                    .containsExactly("1", "2", "3");
            assertThat(find("many", "b = :b AND d > :d AND c = :c AND a = :a", ab + x + ",':d':{'N':'1'}"))
                    .containsExactly("2");
            assertThat(find("many", "a = :a AND b = :b AND c > :c", ab + x)).containsExactly("3", "4");
            assertThat(keysOf(db.pages("Query", query("many", "a = :a AND b = :b", ab, "'Limit':1"))))
                    .containsExactly("1", "2", "3", "4");
        }

        @Test
        void anIndexMayTurnTheTablesKeyAround() {
            db.table("turned", "p:S s:S", global("byS", "s:S p:S", "ALL"))
                    .put(
                            "turned",
                            "'p':{'S':'2'},'s':{'S':'a'}",
                            "'p':{'S':'1'},'s':{'S':'a'}",
                            "'p':{'S':'3'},'s':{'S':'a'}",
                            "'p':{'S':'1'},'s':{'S':'b'}");
            List<Object> pages = db.pages(
                    "Query",
                    "{'TableName':'turned','IndexName':'byS','Limit':2,'KeyConditionExpression':'s = :s AND p > :p',"
                            + "'ExpressionAttributeValues':{':s':{'S':'a'},':p':{'S':'0'}}}");
            assertThat(pages.stream().map(page -> column(page, "p"))).containsExactly(List.of("1", "2"), List.of("3"));
            assertThat(at(pages.get(0), "LastEvaluatedKey")).isEqualTo(json("{'p':{'S':'2'},'s':{'S':'a'}}"));
        }

        private static List<String> keysOf(List<Object> pages) {
            return pages.stream().flatMap(page -> column(page, "s").stream()).toList();
        }
    }
}
