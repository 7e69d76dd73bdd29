package dev.stator.core.capacity;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ErrorType;
import dev.stator.core.operation.DatabaseFixture;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Units to the half, as clients are told them and as the database meters them. */
class ConsumedCapacityTest {
    private final DatabaseFixture db = new DatabaseFixture()
            .table("simple", "p:S")
            .table("pairs", "p:S s:N")
            .table(
                    "indexed",
                    "p:S s:N",
                    local("byL", "p:S l:S", "KEYS_ONLY"),
                    global("byG", "g:S", "KEYS_ONLY"),
                    global("all", "h:S", "ALL"));

    private static String text(int bytes) {
        return "{'S':'" + "x".repeat(bytes) + "'}";
    }

    /** An item of exactly this size in the table {@code simple}. */
    private static String item(String p, int bytes) {
        return "'p':{'S':'" + p + "'},'t':" + text(bytes - 1 - p.length() - 1);
    }

    private Object units(String operation, String table, String members) {
        Object answer =
                db.call(operation, "{'TableName':'" + table + "','ReturnConsumedCapacity':'TOTAL'," + members + "}");
        return Objects.requireNonNull(at(answer, "ConsumedCapacity.CapacityUnits"));
    }

    private @Nullable Object indexes(String operation, String table, String members) {
        return at(
                db.call(operation, "{'TableName':'" + table + "','ReturnConsumedCapacity':'INDEXES'," + members + "}"),
                "ConsumedCapacity");
    }

    private static Object json(String text) {
        return DatabaseFixture.json(text);
    }

    @Nested
    class Detail {
        private static final String GET = "'Key':{'p':{'S':'1'},'s':{'N':'1'}}";
        private static final String QUERY =
                "'KeyConditionExpression':'p = :p','ExpressionAttributeValues':{':p':{'S':'1'}}";

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "GetItem | 0.5 | " + GET,
                    "PutItem | 1.0 | 'Item':{'p':{'S':'1'},'s':{'N':'1'}}",
                    "UpdateItem | 1.0 | " + GET,
                    "DeleteItem | 1.0 | " + GET,
                    "Query | 0.5 | " + QUERY,
                    "Scan | 0.5 | 'Limit':1"
                })
        void b5EveryOperationTellsNothingTheTotalOrTheParts(String operation, String units, String members) {
            String request = "{'TableName':'pairs','ReturnConsumedCapacity':'%s'," + members + "}";
            String total = "'TableName':'pairs','CapacityUnits':" + units;
            assertThat(at(db.call(operation, request.formatted("NONE")), "ConsumedCapacity"))
                    .isNull();
            assertThat(at(db.call(operation, "{'TableName':'pairs'," + members + "}"), "ConsumedCapacity"))
                    .isNull();
            assertThat(at(db.call(operation, request.formatted("TOTAL")), "ConsumedCapacity"))
                    .isEqualTo(json("{" + total + "}"));
            assertThat(at(db.call(operation, request.formatted("INDEXES")), "ConsumedCapacity"))
                    .isEqualTo(json("{" + total + ",'Table':{'CapacityUnits':" + units + "}}"));
        }

        @Test
        void b5BatchesTellItTableByTable() {
            String get = "{'RequestItems':{'simple':{'Keys':[{'p':{'S':'1'}},{'p':{'S':'2'}}]},"
                    + "'pairs':{'Keys':[{'p':{'S':'1'},'s':{'N':'1'}}],'ConsistentRead':true}}%s}";
            String write = "{'RequestItems':{'simple':[{'PutRequest':{'Item':{'p':{'S':'1'}}}}],"
                    + "'pairs':[{'DeleteRequest':{'Key':{'p':{'S':'1'},'s':{'N':'1'}}}}]}%s}";
            for (String none : new String[] {"", ",'ReturnConsumedCapacity':'NONE'"}) {
                assertThat(at(db.call("BatchGetItem", get.formatted(none)), "ConsumedCapacity"))
                        .isNull();
                assertThat(at(db.call("BatchWriteItem", write.formatted(none)), "ConsumedCapacity"))
                        .isNull();
            }
            String total = ",'ReturnConsumedCapacity':'TOTAL'";
            assertThat(at(db.call("BatchGetItem", get.formatted(total)), "ConsumedCapacity"))
                    .isEqualTo(json("[{'TableName':'simple','CapacityUnits':1.0},"
                            + "{'TableName':'pairs','CapacityUnits':1.0}]"));
            assertThat(at(db.call("BatchWriteItem", write.formatted(total)), "ConsumedCapacity"))
                    .isEqualTo(json("[{'TableName':'simple','CapacityUnits':1.0},"
                            + "{'TableName':'pairs','CapacityUnits':1.0}]"));
            assertThat(at(
                            db.call("BatchGetItem", get.formatted(",'ReturnConsumedCapacity':'INDEXES'")),
                            "ConsumedCapacity.0"))
                    .isEqualTo(json("{'TableName':'simple','CapacityUnits':1.0,'Table':{'CapacityUnits':1.0}}"));
        }
    }

    @Nested
    class Reads {
        @ParameterizedTest
        @CsvSource({"4096, 0.5, 1.0", "4097, 1.0, 2.0", "8192, 1.0, 2.0", "8193, 1.5, 3.0", "409600, 50.0, 100.0"})
        void b16AGetIsRoundedUpTo4KilobytesAndB21AStrongOneCostsTwice(int bytes, double eventual, double strong) {
            db.put("simple", item("1", bytes));
            assertThat(units("GetItem", "simple", "'Key':{'p':{'S':'1'}}")).isEqualTo(eventual);
            assertThat(units("GetItem", "simple", "'Key':{'p':{'S':'1'}},'ConsistentRead':true"))
                    .isEqualTo(strong);
        }

        @Test
        void b7AMissingItemCostsAsMuchAsTheSmallest() {
            assertThat(units("GetItem", "simple", "'Key':{'p':{'S':'1'}}")).isEqualTo(0.5);
            assertThat(units("GetItem", "simple", "'Key':{'p':{'S':'1'}},'ConsistentRead':true"))
                    .isEqualTo(1.0);
        }

        @Test
        void b7AnEmptyQueryOrScanCostsTheMinimum() {
            String query = "'KeyConditionExpression':'p = :p','ExpressionAttributeValues':{':p':{'S':'1'}}";
            assertThat(units("Query", "pairs", query)).isEqualTo(0.5);
            assertThat(units("Query", "pairs", query + ",'ConsistentRead':true"))
                    .isEqualTo(1.0);
            assertThat(units("Scan", "pairs", "'Limit':5")).isEqualTo(0.5);
        }

        @Test
        void trap23MissingKeysOfABatchAreCharged() {
            String request = "{'RequestItems':{'simple':{'Keys':[{'p':{'S':'1'}}],'ConsistentRead':%s}},"
                    + "'ReturnConsumedCapacity':'TOTAL'}";
            assertThat(at(db.call("BatchGetItem", request.formatted(false)), "ConsumedCapacity.0.CapacityUnits"))
                    .isEqualTo(0.5);
            assertThat(at(db.call("BatchGetItem", request.formatted(true)), "ConsumedCapacity.0.CapacityUnits"))
                    .isEqualTo(1.0);
            assertThat(at(
                            db.call(
                                    "BatchWriteItem",
                                    "{'RequestItems':{'simple':[{'DeleteRequest':{'Key':{'p':{'S':'1'}}}}]},"
                                            + "'ReturnConsumedCapacity':'TOTAL'}"),
                            "ConsumedCapacity.0.CapacityUnits"))
                    .isEqualTo(1.0);
        }

        /** Ten items of 2 KB in one collection of {@code pairs}, and as many in {@code simple}. */
        private void tenItems() {
            for (int i = 0; i < 10; i++) {
                // Names 3, p 1, s 2 bytes, but for 0, which takes 1.
                db.put("pairs", "'p':{'S':'1'},'s':{'N':'" + i + "'},'t':" + text(2048 - 3 - 1 - (i == 0 ? 1 : 2)));
                db.put("simple", item(String.valueOf(i), 2048));
            }
        }

        private static final String TEN =
                "'KeyConditionExpression':'p = :p','ExpressionAttributeValues':{':p':{'S':'1'}}";

        @Test
        void b2AndB3AQueryOfTenTwoKilobyteItemsCostsTwoAndAHalf() {
            tenItems();
            assertThat(units("Query", "pairs", TEN)).isEqualTo(2.5);
            assertThat(units("Scan", "pairs", "'Limit':10")).isEqualTo(2.5);
        }

        @Test
        void b4AStrongQueryCostsFiveAndTenGetsFiveOrTen() {
            tenItems();
            assertThat(units("Query", "pairs", TEN + ",'ConsistentRead':true")).isEqualTo(5.0);
            String gets = "{'RequestItems':{'simple':{'Keys':[" + "{'p':{'S':'%d'}},".repeat(9)
                    + "{'p':{'S':'%d'}}],'ConsistentRead':%s}},'ReturnConsumedCapacity':'TOTAL'}";
            assertThat(at(
                            db.call("BatchGetItem", gets.formatted(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, false)),
                            "ConsumedCapacity.0.CapacityUnits"))
                    .isEqualTo(5.0);
            assertThat(at(
                            db.call("BatchGetItem", gets.formatted(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, true)),
                            "ConsumedCapacity.0.CapacityUnits"))
                    .isEqualTo(10.0);
        }

        @Test
        void b1OnlyTheSliceIsMetered() {
            tenItems();
            assertThat(units(
                            "Query",
                            "pairs",
                            "'KeyConditionExpression':'p = :p AND s < :s',"
                                    + "'ExpressionAttributeValues':{':p':{'S':'1'},':s':{'N':'4'}}"))
                    .isEqualTo(1.0);
        }

        @Test
        void b6FilterProjectionAndCountDoNotMakeAReadCheaper() {
            tenItems();
            String values = "'ExpressionAttributeValues':{':p':{'S':'1'},':t':{'S':'t'}}";
            Object filtered = db.call(
                    "Query",
                    "{'TableName':'pairs','ReturnConsumedCapacity':'TOTAL','KeyConditionExpression':'p = :p',"
                            + "'FilterExpression':'t = :t','ProjectionExpression':'s'," + values + "}");
            assertThat(filtered)
                    .isEqualTo(json("{'Items':[],'Count':0,'ScannedCount':10,"
                            + "'ConsumedCapacity':{'TableName':'pairs','CapacityUnits':2.5}}"));
            assertThat(units("Query", "pairs", TEN + ",'Select':'COUNT'")).isEqualTo(2.5);
        }

        @Test
        void b8ALimitIsMeteredPageByPageByBytes() {
            tenItems();
            List<Object> pages =
                    db.pages("Query", "{'TableName':'pairs','Limit':3,'ReturnConsumedCapacity':'TOTAL'," + TEN + "}");
            // 6, 6, 6 and 2 KB.
            assertThat(pages.stream().map(page -> at(page, "ConsumedCapacity.CapacityUnits")))
                    .containsExactly(1.0, 1.0, 1.0, 0.5);
        }

        @Test
        void b9AndB10AndB19WhatAFilterDropsIsPaidForAndWhatAPrefixExcludesIsNot() {
            for (int i = 0; i < 100; i++) {
                boolean active = i % 10 == 0;
                db.put(
                        "indexed",
                        "'p':{'S':'1'},'s':{'N':'%d'},'l':{'S':'%s#%02d'},'active':{'BOOL':%s},'t':"
                                        .formatted(i, active ? "ACTIVE" : "DELETED", i, active)
                                + text(4000));
            }
            Object filtered = db.call(
                    "Query",
                    "{'TableName':'indexed','ReturnConsumedCapacity':'TOTAL','KeyConditionExpression':'p = :p',"
                            + "'FilterExpression':'active = :t','Select':'COUNT',"
                            + "'ExpressionAttributeValues':{':p':{'S':'1'},':t':{'BOOL':true}}}");
            assertThat(at(filtered, "Count")).isEqualTo(10L);
            assertThat(at(filtered, "ScannedCount")).isEqualTo(100L);
            Object byPrefix = db.call(
                    "Query",
                    "{'TableName':'indexed','IndexName':'byL','Select':'COUNT',"
                            + "'KeyConditionExpression':'p = :p AND begins_with(l, :l)',"
                            + "'ExpressionAttributeValues':{':p':{'S':'1'},':l':{'S':'ACTIVE#'}}}");
            assertThat(byPrefix).isEqualTo(json("{'Count':10,'ScannedCount':10}"));
        }
    }

    @Nested
    class Writes {
        @ParameterizedTest
        @CsvSource({"1, 1.0", "1024, 1.0", "1025, 2.0", "409600, 400.0"})
        void aPutIsRoundedUpToOneKilobyte(int bytes, double units) {
            String item = bytes == 1 ? "'p':{'S':'1'}" : item("1", bytes);
            assertThat(units("PutItem", "simple", "'Item':{" + item + "}")).isEqualTo(units);
        }

        @Test
        void b16AWriteCostsTheLargerOfTheItemsBeforeAndAfter() {
            db.put("simple", item("1", 3000));
            assertThat(units("PutItem", "simple", "'Item':{'p':{'S':'1'}}")).isEqualTo(3.0);
            assertThat(units("PutItem", "simple", "'Item':{" + item("1", 5000) + "}"))
                    .isEqualTo(5.0);
            String key = "'Key':{'p':{'S':'1'}}";
            assertThat(units("UpdateItem", "simple", key + ",'UpdateExpression':'REMOVE t'"))
                    .isEqualTo(5.0);
            assertThat(units(
                            "UpdateItem",
                            "simple",
                            key + ",'UpdateExpression':'SET t = :t','ExpressionAttributeValues':{':t':" + text(2000)
                                    + "}"))
                    .isEqualTo(2.0);
        }

        @Test
        void b14ADeleteCostsTheItemsSize() {
            db.put("simple", item("1", 3000));
            assertThat(units("DeleteItem", "simple", "'Key':{'p':{'S':'1'}}")).isEqualTo(3.0);
            assertThat(units("DeleteItem", "simple", "'Key':{'p':{'S':'1'}}")).isEqualTo(1.0);
        }

        @Test
        void b18ABatchIsNotCheaperThanItsWrites() {
            db.put("simple", item("3", 2500));
            String batch = "{'RequestItems':{'simple':[{'PutRequest':{'Item':{" + item("1", 1500)
                    + "}}},{'PutRequest':{'Item':{" + item("2", 100)
                    + "}}},{'DeleteRequest':{'Key':{'p':{'S':'3'}}}}]},"
                    + "'ReturnConsumedCapacity':'TOTAL'}";
            assertThat(at(db.call("BatchWriteItem", batch), "ConsumedCapacity.0.CapacityUnits"))
                    .isEqualTo(6.0);
        }

        @Test
        void b20AStateInTheSortKeyTakesADeleteAndAPut() {
            String item = "'t':" + text(900);
            db.put("pairs", "'p':{'S':'1'},'s':{'N':'1'}," + item);
            assertThat(at(
                            db.call(
                                    "BatchWriteItem",
                                    "{'RequestItems':{'pairs':[{'DeleteRequest':{'Key':{'p':{'S':'1'},'s':{'N':'1'}}}},"
                                            + "{'PutRequest':{'Item':{'p':{'S':'1'},'s':{'N':'2'}," + item
                                            + "}}}]},'ReturnConsumedCapacity':'TOTAL'}"),
                            "ConsumedCapacity.0.CapacityUnits"))
                    .isEqualTo(2.0);
            assertThat(units(
                            "UpdateItem",
                            "pairs",
                            "'Key':{'p':{'S':'1'},'s':{'N':'2'}},'UpdateExpression':'SET f = :f',"
                                    + "'ExpressionAttributeValues':{':f':{'BOOL':true}}"))
                    .isEqualTo(1.0);
        }

        @Test
        void b23AFailedConditionCostsTheItemAsItIs() {
            db.put("simple", item("1", 2500));
            double before = db.meter().writeUnits("simple");
            String condition = ",'ConditionExpression':'attribute_not_exists(p)'";
            String refused = "The conditional request failed";
            ErrorType type = ErrorType.CONDITIONAL_CHECK_FAILED;
            db.refuses("PutItem", "{'TableName':'simple','Item':{'p':{'S':'1'}}" + condition + "}", type, refused);
            assertThat(db.meter().writeUnits("simple") - before).isEqualTo(3.0);
            db.refuses("DeleteItem", "{'TableName':'simple','Key':{'p':{'S':'1'}}" + condition + "}", type, refused);
            db.refuses("UpdateItem", "{'TableName':'simple','Key':{'p':{'S':'1'}}" + condition + "}", type, refused);
            db.refuses(
                    "DeleteItem",
                    "{'TableName':'simple','Key':{'p':{'S':'2'}},'ConditionExpression':'attribute_exists(p)'}",
                    type,
                    refused);
            assertThat(db.meter().writeUnits("simple") - before).isEqualTo(3.0 + 3.0 + 3.0 + 1.0);
        }

        @Test
        void readsAndWritesAreMeteredByTable() {
            db.put("simple", item("1", 2500)).item("simple", "'p':{'S':'1'}");
            db.call("Scan", "{'TableName':'pairs'}");
            assertThat(db.meter().writeUnits("simple")).isEqualTo(3.0);
            assertThat(db.meter().readUnits("simple")).isEqualTo(1.0);
            assertThat(db.meter().readUnits("pairs")).isEqualTo(0.5);
            assertThat(db.meter().writeUnits("pairs")).isZero();
        }
    }

    @Nested
    class Indexes {
        private static final String KEY = "'p':{'S':'1'},'s':{'N':'1'}";

        private static String indexed(String table, String... parts) {
            double total = Double.parseDouble(table);
            StringBuilder local = new StringBuilder();
            StringBuilder global = new StringBuilder();
            for (String part : parts) {
                String[] nameAndUnits = part.split("=", -1);
                total += Double.parseDouble(nameAndUnits[1]);
                StringBuilder kind = nameAndUnits[0].equals("byL") ? local : global;
                kind.append(kind.isEmpty() ? "" : ",")
                        .append("'" + nameAndUnits[0] + "':{'CapacityUnits':" + nameAndUnits[1] + "}");
            }
            return "{'TableName':'indexed','CapacityUnits':" + total + ",'Table':{'CapacityUnits':" + table + "}"
                    + (local.isEmpty() ? "" : ",'LocalSecondaryIndexes':{" + local + "}")
                    + (global.isEmpty() ? "" : ",'GlobalSecondaryIndexes':{" + global + "}") + "}";
        }

        private void put(String attributes, String table, String... parts) {
            assertThat(indexes("PutItem", "indexed", "'Item':{" + KEY + attributes + "}"))
                    .isEqualTo(json(indexed(table, parts)));
        }

        @Test
        void c10ANewEntryCostsAWrite() {
            put("", "1.0");
            put(",'g':{'S':'g'}", "1.0", "byG=1.0");
            put(",'g':{'S':'g'},'l':{'S':'l'},'h':{'S':'h'}", "1.0", "byL=1.0", "all=1.0");
        }

        @Test
        void c10AChangedKeyCostsTwoWrites() {
            put(",'g':{'S':'g'},'l':{'S':'l'}", "1.0", "byL=1.0", "byG=1.0");
            put(",'g':{'S':'G'},'l':{'S':'L'}", "1.0", "byL=2.0", "byG=2.0");
        }

        @Test
        void c10AChangedProjectedAttributeCostsOneWriteAndOthersNone() {
            put(",'g':{'S':'g'},'h':{'S':'h'},'x':{'S':'1'}", "1.0", "byG=1.0", "all=1.0");
            put(",'g':{'S':'g'},'h':{'S':'h'},'x':{'S':'2'}", "1.0", "all=1.0");
            put(",'g':{'S':'g'},'h':{'S':'h'},'x':{'S':'2'}", "1.0");
        }

        @Test
        void c5AndC10ADeletedEntryCostsAWrite() {
            put(",'g':{'S':'g'},'l':{'S':'l'},'h':{'S':'h'}", "1.0", "byL=1.0", "byG=1.0", "all=1.0");
            assertThat(indexes("UpdateItem", "indexed", "'Key':{" + KEY + "},'UpdateExpression':'REMOVE g'"))
                    .isEqualTo(json(indexed("1.0", "byG=1.0", "all=1.0")));
            assertThat(indexes("DeleteItem", "indexed", "'Key':{" + KEY + "}"))
                    .isEqualTo(json(indexed("1.0", "byL=1.0", "all=1.0")));
            assertThat(indexes("DeleteItem", "indexed", "'Key':{" + KEY + "}")).isEqualTo(json(indexed("1.0")));
        }

        @Test
        void eachEntryIsRoundedByItsOwnSize() {
            // Table and the index of all attributes: 3 KB; the index of the keys: less than one.
            put(",'g':{'S':'g'},'h':{'S':'h'},'t':" + text(3000), "3.0", "byG=1.0", "all=3.0");
            // The entry that goes has 3 KB, the one that comes less than one.
            put(",'g':{'S':'g'},'h':{'S':'H'}", "3.0", "all=4.0");
        }

        @Test
        void aBatchAddsUpWhatItsWritesCost() {
            assertThat(at(
                            db.call(
                                    "BatchWriteItem",
                                    "{'RequestItems':{'indexed':[{'PutRequest':{'Item':{" + KEY
                                            + ",'g':{'S':'g'}}}},{'PutRequest':{'Item':{'p':{'S':'2'},'s':{'N':'1'},"
                                            + "'g':{'S':'g'},'l':{'S':'l'}}}}]},'ReturnConsumedCapacity':'INDEXES'}"),
                            "ConsumedCapacity"))
                    .isEqualTo(json("[" + indexed("2.0", "byL=1.0", "byG=2.0") + "]"));
        }

        @Test
        void aQueryOfAnIndexIsChargedToTheIndex() {
            db.put("indexed", KEY + ",'g':{'S':'g'},'l':{'S':'l'},'t':" + text(9000));
            assertThat(indexes(
                            "Query",
                            "indexed",
                            "'IndexName':'byG','KeyConditionExpression':'g = :g',"
                                    + "'ExpressionAttributeValues':{':g':{'S':'g'}}"))
                    .isEqualTo(json(indexed("0.0", "byG=0.5")));
            assertThat(indexes("Scan", "indexed", "'IndexName':'byL','ConsistentRead':true"))
                    .isEqualTo(json(indexed("0.0", "byL=1.0")));
        }

        @Test
        void whatALocalIndexLacksIsChargedToTheTableItemByItem() {
            db.put(
                    "indexed",
                    "'p':{'S':'1'},'s':{'N':'1'},'l':{'S':'l'},'t':" + text(5000),
                    "'p':{'S':'1'},'s':{'N':'2'},'l':{'S':'l'},'t':" + text(100));
            // 5 KB take two blocks, the small item one.
            assertThat(indexes(
                            "Query",
                            "indexed",
                            "'IndexName':'byL','Select':'ALL_ATTRIBUTES','KeyConditionExpression':'p = :p',"
                                    + "'ExpressionAttributeValues':{':p':{'S':'1'}}"))
                    .isEqualTo(json(indexed("1.5", "byL=0.5")));
        }
    }
}
