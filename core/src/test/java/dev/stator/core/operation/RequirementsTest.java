package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.column;
import static dev.stator.core.operation.DatabaseFixture.global;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What people build on sort keys: time series, trees, states. The names begin with the ids of the requirements; some pin
 * down that a popular recipe does not do what is said of it.
 */
class RequirementsTest {
    private final DatabaseFixture db =
            new DatabaseFixture().table("tab", "p:S s:S", global("byParent", "parent:S s:S", "ALL"));

    private void items(String... sortKeys) {
        for (String s : sortKeys) {
            db.put("tab", "'p':{'S':'1'},'s':{'S':'" + s + "'}");
        }
    }

    private List<String> query(String condition, String values, String... members) {
        return column(
                db.call(
                        "Query",
                        "{'TableName':'tab','KeyConditionExpression':'p = :p AND " + condition
                                + "','ExpressionAttributeValues':{':p':{'S':'1'}," + values + "}"
                                + (members.length == 0 ? "" : "," + String.join(",", members)) + "}"),
                "s");
    }

    private List<String> beginningWith(String prefix, String... members) {
        return query("begins_with(s, :s)", "':s':{'S':'" + prefix + "'}", members);
    }

    private List<String> between(String from, String to) {
        return query("s BETWEEN :a AND :b", "':a':{'S':'" + from + "'},':b':{'S':'" + to + "'}");
    }

    @Nested
    class Timestamps {
        @Test
        void a13TheNewestComeFirstInReverse() {
            items("2026-08-01T10:00:00Z", "2026-08-01T12:00:00Z", "2026-08-01T11:00:00Z");
            assertThat(beginningWith("2026-", "'ScanIndexForward':false", "'Limit':2"))
                    .containsExactly("2026-08-01T12:00:00Z", "2026-08-01T11:00:00Z");
        }

        @Test
        void a14ADayEndsWhereItsPrefixEnds() {
            items("2026-08-01T00:00:00Z", "2026-08-01T23:59:59.999Z", "2026-08-02T00:00:00Z", "2026-08-1");
            assertThat(beginningWith("2026-08-01")).containsExactly("2026-08-01T00:00:00Z", "2026-08-01T23:59:59.999Z");
        }

        @Test
        void a15AnHourInWholeSecondsLosesFractions() {
            items(
                    "2026-08-01T14:00:00.500Z",
                    "2026-08-01T14:30:00Z",
                    "2026-08-01T14:59:59.500Z",
                    "2026-08-01T15:00:00Z");
            // The point comes before the Z.
            assertThat(between("2026-08-01T14:00:00Z", "2026-08-01T14:59:59Z"))
                    .containsExactly("2026-08-01T14:30:00Z", "2026-08-01T14:59:59.500Z");
            assertThat(beginningWith("2026-08-01T14")).hasSize(3);
        }

        @Test
        void a16OnlyOneFormatSortsByTime() {
            items("2026-08-01T17:00:00+09:00", "2026-08-01T08:00:00Z", "2026-08-01T08:00:00.5Z");
            assertThat(beginningWith("2026-"))
                    .containsExactly("2026-08-01T08:00:00.5Z", "2026-08-01T08:00:00Z", "2026-08-01T17:00:00+09:00");
        }
    }

    @Nested
    class Trees {
        @Test
        void a17PrefixesKeepKindsApartInOneCollection() {
            items("MSG#1", "MSG#2", "PROFILE", "READING#1", "MEMBER#1");
            assertThat(beginningWith("MSG#")).containsExactly("MSG#1", "MSG#2");
            assertThat(beginningWith("READING#")).containsExactly("READING#1");
        }

        @Test
        void a18APrefixWithoutItsDelimiterFindsMore() {
            items("team/1", "team/2", "teams/1");
            assertThat(beginningWith("team")).containsExactly("team/1", "team/2", "teams/1");
            assertThat(beginningWith("team/")).containsExactly("team/1", "team/2");
        }

        @Test
        void a19SomeCharactersSortBeforeTheSlash() {
            items("photos/a", "photos", "photos-old", "photos.bak", "photos0", "Photos");
            assertThat(query("s > :s", "':s':{'S':'A'}"))
                    .containsExactly("Photos", "photos", "photos-old", "photos.bak", "photos/a", "photos0");
        }

        @Test
        void a20AFolderComesBeforeWhatIsInIt() {
            items("/docs/b.txt", "/docs/", "/docs/a/", "/docs/a/1.txt", "/docs.txt", "/docs/c");
            assertThat(beginningWith("/docs/"))
                    .containsExactly("/docs/", "/docs/a/", "/docs/a/1.txt", "/docs/b.txt", "/docs/c");
        }

        @Test
        void a21OneLevelIsFoundByAnIndexOrPaidForByAFilter() {
            String item = "'p':{'S':'1'},'s':{'S':'%s'},'parent':{'S':'%s'},'depth':{'N':'%d'}";
            db.put(
                    "tab",
                    item.formatted("/a/", "/", 1),
                    item.formatted("/a/1", "/a/", 2),
                    item.formatted("/a/b/", "/a/", 2),
                    item.formatted("/a/b/2", "/a/b/", 3));
            Object byIndex = db.call(
                    "Query",
                    "{'TableName':'tab','IndexName':'byParent','KeyConditionExpression':'parent = :f',"
                            + "'ExpressionAttributeValues':{':f':{'S':'/a/'}}}");
            assertThat(column(byIndex, "s")).containsExactly("/a/1", "/a/b/");
            assertThat(at(byIndex, "ScannedCount")).isEqualTo(2L);
            Object byFilter = db.call(
                    "Query",
                    "{'TableName':'tab','KeyConditionExpression':'p = :p AND begins_with(s, :s)',"
                            + "'FilterExpression':'#d = :d','ExpressionAttributeNames':{'#d':'depth'},"
                            + "'ExpressionAttributeValues':{':p':{'S':'1'},':s':{'S':'/a/'},':d':{'N':'2'}}}");
            assertThat(column(byFilter, "s")).containsExactly("/a/1", "/a/b/");
            assertThat(at(byFilter, "ScannedCount")).isEqualTo(4L);
        }
    }

    @Nested
    class States {
        @Test
        void a30AStateInTheSortKeyIsReadByItsPrefix() {
            items("Metadata#active", "Metadata#deleted_2026-08-01", "Metadata#deleted_2026-07-01", "Profile#1");
            assertThat(query("s = :s", "':s':{'S':'Metadata#active'}")).containsExactly("Metadata#active");
            assertThat(beginningWith("Metadata#deleted_"))
                    .containsExactly("Metadata#deleted_2026-07-01", "Metadata#deleted_2026-08-01");
        }

        @Test
        void a31TheAttributeOfTheRangeComesFirst() {
            items("ACTIVE#2026-08-01#b", "ACTIVE#2026-08-02#a", "ACTIVE#2026-09-01#c", "DELETED#2026-08-01#d");
            assertThat(between("ACTIVE#2026-08-01", "ACTIVE#2026-08-31$"))
                    .containsExactly("ACTIVE#2026-08-01#b", "ACTIVE#2026-08-02#a");
        }

        @Test
        void a32AnUpperBoundThatEndsInTheDelimiterLosesTheLastDay() {
            items("ACTIVE#2026-08-01#a", "ACTIVE#2026-08-30#b", "ACTIVE#2026-08-31#c", "ACTIVE#2026-09-01#d");
            assertThat(between("ACTIVE#2026-08-01#", "ACTIVE#2026-08-31#"))
                    .containsExactly("ACTIVE#2026-08-01#a", "ACTIVE#2026-08-30#b");
            // The successor of the delimiter closes the range behind it.
            assertThat(between("ACTIVE#2026-08-01#", "ACTIVE#2026-08-31$"))
                    .containsExactly("ACTIVE#2026-08-01#a", "ACTIVE#2026-08-30#b", "ACTIVE#2026-08-31#c");
        }

        @Test
        void a33AnIdBeforeTheDateSortsByTheId() {
            items("DELETED#b#2026-01-01", "DELETED#a#2026-03-01", "DELETED#c#2026-02-01");
            assertThat(beginningWith("DELETED#"))
                    .containsExactly("DELETED#a#2026-03-01", "DELETED#b#2026-01-01", "DELETED#c#2026-02-01");
            assertThat(between("DELETED#2026-01-01", "DELETED#2026-12-31")).isEmpty();
        }

        @Test
        void a34APrefixBeginsWhereTheKeyBegins() {
            items("Status#Active#2026-08-01");
            assertThat(beginningWith("Active#")).isEmpty();
            assertThat(beginningWith("Status#Active#")).containsExactly("Status#Active#2026-08-01");
        }

        @Test
        void a35VersionsWithoutZerosInFrontSortAsText() {
            items("active#v1", "active#v2", "active#v10", "padded#v000001", "padded#v000002", "padded#v000010");
            assertThat(beginningWith("active#")).containsExactly("active#v1", "active#v10", "active#v2");
            assertThat(beginningWith("padded#", "'ScanIndexForward':false", "'Limit':1"))
                    .containsExactly("padded#v000010");
        }
    }

    @Nested
    class Indexes {
        @Test
        void c1AGlobalIndexNeedsEqualityOnItsPartitionKeyToo() {
            db.refuses(
                    "Query",
                    "{'TableName':'tab','IndexName':'byParent','KeyConditionExpression':'parent > :t',"
                            + "'ExpressionAttributeValues':{':t':{'S':'30'}}}",
                    "Query key condition not supported");
        }

        @Test
        void c5ADeletedItemLeavesItsIndexesAtOnce() {
            db.put("tab", "'p':{'S':'1'},'s':{'S':'/a'},'parent':{'S':'/'}");
            db.call("DeleteItem", "{'TableName':'tab','Key':{'p':{'S':'1'},'s':{'S':'/a'}}}");
            db.answers("Scan", "{'TableName':'tab','IndexName':'byParent'}", "{'Items':[],'Count':0,'ScannedCount':0}");
        }

        @Test
        void c2AndC6AnIndexOnAStateHoldsOnlyItemsInThatState() {
            db.put(
                    "tab",
                    "'p':{'S':'1'},'s':{'S':'a'},'parent':{'S':'due'}",
                    "'p':{'S':'1'},'s':{'S':'b'}",
                    "'p':{'S':'2'},'s':{'S':'c'},'parent':{'S':'due'}");
            db.call(
                    "UpdateItem",
                    "{'TableName':'tab','Key':{'p':{'S':'2'},'s':{'S':'c'}},'UpdateExpression':'REMOVE parent'}");
            assertThat(column(db.call("Scan", "{'TableName':'tab','IndexName':'byParent'}"), "s"))
                    .containsExactly("a");
        }
    }
}
