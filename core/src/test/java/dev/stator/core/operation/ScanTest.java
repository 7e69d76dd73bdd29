package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.DatabaseFixture.column;
import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.json;
import static dev.stator.core.operation.DatabaseFixture.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScanTest {
    private final DatabaseFixture db = new DatabaseFixture()
            .table("simple", "p:S", global("byG", "g:S h:N", "ALL"), global("part", "g:S", "x"))
            .table("pairs", "p:S s:S", local("byL", "p:S l:S", "KEYS_ONLY"), global("byX", "x:S", "ALL"));

    private static String scan(String table, String... members) {
        return "{'TableName':'" + table + "'" + (members.length == 0 ? "" : "," + String.join(",", members)) + "}";
    }

    private void refuses(String request, String message) {
        db.refuses("Scan", request, message);
    }

    private static List<String> all(List<Object> pages, String attribute) {
        return pages.stream().flatMap(page -> column(page, attribute).stream()).toList();
    }

    @Nested
    class Serialization {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{'TableName':[]} | Unrecognized collection type class java.lang.String",
                    "{'Segment':'1'} | STRING_VALUE cannot be converted to Integer",
                    "{'TotalSegments':{}} | Start of structure or map found where not expected",
                    "{'TotalSegments':[]} | Unrecognized collection type class java.lang.Integer",
                    "{'ScanFilter':'a'} | Unexpected field type",
                    "{'ScanFilter':{'a':[]}} | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.Condition",
                    "{'ExclusiveStartKey':{'a':{'NS':'b'}}} | Unexpected field type",
                    "{'Limit':false} | FALSE_VALUE cannot be converted to Integer",
                    "{'IndexName':5} | NUMBER_VALUE cannot be converted to String"
                })
        void aMemberOfTheWrongTypeIsRefused(String request, String message) {
            db.refuses("Scan", request, ErrorType.SERIALIZATION, message);
        }
    }

    @Nested
    class Validation {
        @Test
        void ofElevenViolationsTenAreReported() {
            refuses(
                    "{'TableName':'abc;','ReturnConsumedCapacity':'hi','AttributesToGet':[],'IndexName':'ab','Select':'hi',"
                            + "'Segment':-1,'TotalSegments':-1,'Limit':-1,'ConditionalOperator':'AN',"
                            + "'ScanFilter':{'a':{},'b':{'ComparisonOperator':''}}}",
                    "10 validation errors detected: Value '-1' at 'totalSegments' failed to satisfy constraint: Member must"
                            + " have value greater than or equal to 1; Value '-1' at 'segment' failed to satisfy"
                            + " constraint: Member must have value greater than or equal to 0; Value 'hi' at 'select'"
                            + " failed to satisfy constraint: Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES,"
                            + " COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]; Value 'ab' at 'indexName' failed to"
                            + " satisfy constraint: Member must have length greater than or equal to 3; Value 'hi' at"
                            + " 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set:"
                            + " [INDEXES, TOTAL, NONE]; Value 'abc;' at 'tableName' failed to satisfy constraint: Member"
                            + " must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value 'AN' at"
                            + " 'conditionalOperator' failed to satisfy constraint: Member must satisfy enum value set:"
                            + " [OR, AND]; Value null at 'scanFilter.a.member.comparisonOperator' failed to satisfy"
                            + " constraint: Member must not be null; Value '' at"
                            + " 'scanFilter.b.member.comparisonOperator' failed to satisfy constraint: Member must satisfy"
                            + " enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE,"
                            + " BEGINS_WITH, GE, CONTAINS]; Value '-1' at 'limit' failed to satisfy constraint: Member"
                            + " must have value greater than or equal to 1");
        }

        @Test
        void expressionsExcludeLegacyParameters() {
            refuses(
                    scan(
                            "none",
                            "'AttributesToGet':['a'],'ScanFilter':{},'ConditionalOperator':'OR','ProjectionExpression':'',"
                                    + "'FilterExpression':''"),
                    "Can not use both expression and non-expression parameters in the same request: Non-expression"
                            + " parameters: {AttributesToGet, ScanFilter, ConditionalOperator} Expression parameters:"
                            + " {ProjectionExpression, FilterExpression}");
        }

        @Test
        void valuesNeedAnExpression() {
            refuses(
                    scan("none", "'ProjectionExpression':'a','ExpressionAttributeValues':{}"),
                    "ExpressionAttributeValues can only be specified when using expressions: FilterExpression is null");
        }

        @Test
        void theChecksComeInDynamoDbsOrder() {
            String twice = "'AttributesToGet':['a','a']";
            String filter = "'ScanFilter':{'f':{'ComparisonOperator':'EQ'}}";
            String start = "'ExclusiveStartKey':{'a':{}}";
            String segment = "'Segment':1";
            refuses(
                    scan("none", twice, filter, start, segment),
                    "One or more parameter values were invalid: Duplicate value in attribute name: a");
            refuses(
                    scan("none", filter, start, segment),
                    "One or more parameter values were invalid: Invalid number of argument(s) for the EQ"
                            + " ComparisonOperator");
            refuses(
                    scan("none", start, segment),
                    "The provided starting key is invalid: Supplied AttributeValue is empty, must contain exactly one of"
                            + " the supported datatypes");
            refuses(
                    scan("none", segment, "'Select':'SPECIFIC_ATTRIBUTES'"),
                    "The TotalSegments parameter is required but was not present in the request when Segment parameter is"
                            + " present");
            refuses(
                    scan("none", "'FilterExpression':'','Select':'SPECIFIC_ATTRIBUTES'"),
                    "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
            refuses(
                    scan("none", "'FilterExpression':'','ProjectionExpression':''"),
                    "Invalid FilterExpression: The expression can not be empty;");
            refuses(
                    scan("none", "'ProjectionExpression':''"),
                    "Invalid ProjectionExpression: The expression can not be empty;");
        }

        @Test
        void segmentsGoTogetherAndCountFromZero() {
            refuses(
                    scan("none", "'TotalSegments':2"),
                    "The Segment parameter is required but was not present in the request when parameter TotalSegments is"
                            + " present");
            refuses(
                    scan("none", "'Segment':2,'TotalSegments':2"),
                    "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 2 is not"
                            + " less than TotalSegments: 2");
            refuses(
                    scan("none", "'Segment':0,'TotalSegments':1000001"),
                    "1 validation error detected: Value '1000001' at 'totalSegments' failed to satisfy constraint: Member"
                            + " must have value less than or equal to 1000000");
            refuses(
                    scan("none", "'Segment':-1,'TotalSegments':0"),
                    "2 validation errors detected: Value '0' at 'totalSegments' failed to satisfy constraint: Member must"
                            + " have value greater than or equal to 1; Value '-1' at 'segment' failed to satisfy"
                            + " constraint: Member must have value greater than or equal to 0");
        }

        @Test
        void projectedAttributesNeedAnIndex() {
            refuses(
                    scan("simple", "'Select':'ALL_PROJECTED_ATTRIBUTES'"),
                    "ALL_PROJECTED_ATTRIBUTES can be used only when Scanning using an IndexName");
        }

        @Test
        void tableAndIndexMustExist() {
            db.refuses("Scan", scan("none"), ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
            refuses(scan("simple", "'IndexName':'byX'"), "The table does not have the specified index: byX");
            refuses(
                    scan("simple", "'IndexName':'byG','ConsistentRead':true"),
                    "Consistent reads are not supported on global secondary indexes");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "simple | `` | : The provided key element does not match the schema",
                    "simple | 'p':{'N':'1'} | : The provided key element does not match the schema",
                    "pairs | 'p':{'S':'a'} | : The provided key element does not match the schema",
                    "pairs | 'p':{'S':'a'},'x':{'S':'a'} | : The provided key element does not match the schema",
                    "pairs.byL | 'p':{'S':'a'},'s':{'S':'a'} | ``",
                    "pairs.byL | 'p':{'S':'a'},'s':{'S':'a'},'x':{'S':'a'} | ``",
                    "pairs.byL | 'p':{'S':'a'},'s':{'N':'1'},'l':{'S':'a'} | : The provided key element does not match the schema",
                    "simple.byG | 'p':{'S':'a'},'g':{'S':'a'} | ``",
                    "simple.byG | 'p':{'N':'1'},'g':{'S':'a'},'h':{'N':'1'} | : The provided key element does not match the schema"
                })
        void theStartKeyMustBeAKeyOfTheSource(String table, String startKey, String rest) {
            refuses(start(table, startKey), "The provided starting key is invalid" + (rest == null ? "" : rest));
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "pairs.byL | 'p':{'N':'1'},'x':{'S':'a'},'y':{'S':'a'}",
                    "pairs.byL | 'p':{'S':'a'},'s':{'S':'a'},'l':{'N':'1'}",
                    "simple.byG | 'x':{'S':'a'},'g':{'N':'1'},'h':{'N':'1'}"
                })
        void theIndexesPartOfTheStartKeyIsToldWithoutMoreWords(String table, String startKey) {
            refuses(start(table, startKey), "The provided key element does not match the schema");
        }

        private static String start(String table, String startKey) {
            String[] source = table.split("\\.", -1);
            return "{'TableName':'" + source[0] + "'" + (source.length > 1 ? ",'IndexName':'" + source[1] + "'" : "")
                    + ",'ExclusiveStartKey':{" + (startKey == null ? "" : startKey) + "}}";
        }

        @Test
        void selectComesBetweenTheTwoPartsOfTheStartKey() {
            refuses(
                    scan(
                            "simple",
                            "'IndexName':'part','Select':'ALL_ATTRIBUTES',"
                                    + "'ExclusiveStartKey':{'x':{'N':'1'},'g':{'S':'a'}}"),
                    "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global"
                            + " secondary index part because its projection type is not ALL");
        }

        @Test
        void theStartKeyMustLieInTheSegment() {
            int outside = 0;
            for (int segment = 0; segment < 2; segment++) {
                String request = scan(
                        "simple", "'Segment':" + segment + ",'TotalSegments':2", "'ExclusiveStartKey':{'p':{'S':'a'}}");
                try {
                    db.call("Scan", request);
                } catch (ApiException e) {
                    outside++;
                    assertThat(e)
                            .hasMessage("The provided starting key is invalid: Invalid ExclusiveStartKey. Please use"
                                    + " ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: " + segment);
                }
            }
            assertThat(outside).isEqualTo(1);
        }

        @Test
        void expressionsMayNotReachIntoKeys() {
            refuses(
                    scan("simple", "'FilterExpression':'attribute_exists(g.x)'"),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: IndexKey:"
                            + " g");
            refuses(
                    scan("simple", "'ProjectionExpression':'p[0]'"),
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: p");
        }

        @Test
        void trap13AFilterNeedsDistinctOperands() {
            refuses(
                    scan("simple", "'FilterExpression':'contains(a, a)'"),
                    "Invalid FilterExpression: The first operand must be distinct from the remaining operands for this"
                            + " operator or function; operator: contains, first operand: [a]");
        }
    }

    @Nested
    class Behaviour {
        @Test
        void everyItemIsFoundAndCollectionsAreInOrder() {
            for (String p : new String[] {"a", "b", "c"}) {
                for (String s : new String[] {"2", "1", "3"}) {
                    db.put("pairs", "'p':{'S':'" + p + "'},'s':{'S':'" + s + "'}");
                }
            }
            Object answer = db.call("Scan", scan("pairs"));
            assertThat(column(answer, "s")).containsExactly("1", "2", "3", "1", "2", "3", "1", "2", "3");
            assertThat(column(answer, "p").stream().distinct()).containsExactlyInAnyOrder("a", "b", "c");
            assertThat(at(answer, "Count")).isEqualTo(9L);
        }

        @ParameterizedTest
        @ValueSource(strings = {"'IndexName':'byG','Limit':1", "'IndexName':'byG','Limit':3", "'Limit':1", "'Limit':4"})
        void trap02PagesOfATableAndOfTiedIndexKeysHaveEachItemOnce(String members) {
            for (int i = 0; i < 12; i++) {
                db.put("simple", "'p':{'S':'" + i + "'},'g':{'S':'G'},'h':{'N':'1'}");
            }
            List<Object> pages = db.pages("Scan", scan("simple", members));
            assertThat(all(pages, "p"))
                    .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11");
        }

        @Test
        void trap03AFullPageHasAStartKeyEvenIfNothingFollows() {
            db.put("simple", "'p':{'S':'1'}");
            List<Object> pages = db.pages("Scan", scan("simple", "'Limit':1"));
            assertThat(pages)
                    .containsExactly(
                            json("{'Items':[{'p':{'S':'1'}}],'Count':1,'ScannedCount':1,"
                                    + "'LastEvaluatedKey':{'p':{'S':'1'}}}"),
                            json("{'Items':[],'Count':0,'ScannedCount':0}"));
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 7, 1000})
        void segmentsTogetherHaveEachItemOnce(int segments) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                db.put("pairs", "'p':{'S':'" + i / 2 + "'},'s':{'S':'" + i + "'},'x':{'S':'x" + i + "'}");
                expected.add(String.valueOf(i));
            }
            for (String source : new String[] {"'Select':'ALL_ATTRIBUTES'", "'IndexName':'byX'"}) {
                List<String> found = new ArrayList<>();
                for (int segment = 0; segment < segments; segment++) {
                    found.addAll(all(
                            db.pages(
                                    "Scan",
                                    scan(
                                            "pairs",
                                            source,
                                            "'Limit':3,'Segment':" + segment + ",'TotalSegments':" + segments)),
                            "s"));
                }
                assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
            }
        }

        @Test
        void aPageEndsAtOneMegabyteBeforeTheFilter() {
            String data = "'d':{'S':'" + "x".repeat(300_000) + "'}";
            for (int i = 0; i < 6; i++) {
                db.put("simple", "'p':{'S':'" + i + "'}," + data);
            }
            List<Object> pages = db.pages("Scan", scan("simple", "'FilterExpression':'attribute_not_exists(d)'"));
            assertThat(pages.stream().map(page -> at(page, "ScannedCount"))).containsExactly(4L, 2L);
            assertThat(pages.stream().map(page -> at(page, "Count"))).containsExactly(0L, 0L);
        }

        @Test
        void a26AScanMayFilterByKeys() {
            db.put("pairs", "'p':{'S':'a'},'s':{'S':'1'}", "'p':{'S':'b'},'s':{'S':'2'}");
            db.answers(
                    "Scan",
                    scan("pairs", "'FilterExpression':'s = :s','ExpressionAttributeValues':{':s':{'S':'2'}}"),
                    "{'Items':[{'p':{'S':'b'},'s':{'S':'2'}}],'Count':1,'ScannedCount':2}");
        }

        @Test
        void trap26WhatIsMissingIsUnequal() {
            db.put("simple", "'p':{'S':'1'}");
            db.answers(
                    "Scan",
                    scan("simple", "'FilterExpression':'q <> :v','ExpressionAttributeValues':{':v':{'S':'2'}}"),
                    "Count",
                    "1");
        }

        @Test
        void theLegacyFilterIsScanFilter() {
            db.put("simple", "'p':{'S':'1'},'n':{'N':'1'}", "'p':{'S':'2'},'n':{'N':'5'}", "'p':{'S':'3'}");
            db.answers(
                    "Scan",
                    scan("simple", "'ScanFilter':{'n':{'ComparisonOperator':'GT','AttributeValueList':[{'N':'1'}]}}"),
                    "{'Items':[{'p':{'S':'2'},'n':{'N':'5'}}],'Count':1,'ScannedCount':3}");
        }

        @Test
        void countGivesNoItems() {
            db.put("simple", "'p':{'S':'1'}", "'p':{'S':'2'}");
            db.answers("Scan", scan("simple", "'Select':'COUNT'"), "{'Count':2,'ScannedCount':2}");
        }

        @Test
        void anIndexIsScannedInItsOwnAttributes() {
            db.put(
                    "pairs",
                    "'p':{'S':'1'},'s':{'S':'a'},'l':{'S':'l'},'x':{'S':'x'},'y':{'S':'y'}",
                    "'p':{'S':'1'},'s':{'S':'b'}");
            db.answers(
                    "Scan",
                    scan("pairs", "'IndexName':'byL'"),
                    "{'Items':[{'p':{'S':'1'},'s':{'S':'a'},'l':{'S':'l'}}],'Count':1,'ScannedCount':1}");
            db.answers(
                    "Scan",
                    scan("pairs", "'IndexName':'byL','ProjectionExpression':'y'"),
                    "{'Items':[{'y':{'S':'y'}}],'Count':1,'ScannedCount':1}");
            db.answers(
                    "Scan",
                    scan("pairs", "'IndexName':'byX'"),
                    "{'Items':[{'p':{'S':'1'},'s':{'S':'a'},'l':{'S':'l'},'x':{'S':'x'},'y':{'S':'y'}}],'Count':1,"
                            + "'ScannedCount':1}");
        }

        @Test
        void theStartKeyOfAnIndexHasAllKeys() {
            db.put("simple", "'p':{'S':'1'},'g':{'S':'G'},'h':{'N':'2'}");
            Object key = at(db.call("Scan", scan("simple", "'IndexName':'byG','Limit':1")), "LastEvaluatedKey");
            assertThat(((Map<?, ?>) Objects.requireNonNull(key)).keySet().toString())
                    .isEqualTo("[p, g, h]");
        }

        @Test
        void theTablesArnStandsForItsName() {
            db.put("simple", "'p':{'S':'1'}");
            db.answers("Scan", scan("arn:aws:dynamodb:eu-west-2:000000000000:table/simple"), "Count", "1");
        }
    }
}
