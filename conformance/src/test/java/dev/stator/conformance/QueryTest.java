package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Query: slices of an item collection, forward and backward, page by page, and what it refuses. */
final class QueryTest extends TargetTest {
    private static final int ITEMS = 25;
    private static final String EVEN = "parity = :even";

    private String table = "";

    @BeforeParameterizedClassInvocation
    void createTables() {
        table = createCompositeTable();
        for (int i = 0; i < ITEMS; i++) {
            put(
                    table,
                    Map.of(
                            "p", fromS("numbers"),
                            "s", fromS("%02d".formatted(i)),
                            "parity", fromS(i % 2 == 0 ? "even" : "odd")));
        }
    }

    @Test
    void everySortKeyOperatorReadsItsSlice() {
        assertThat(sortKeys("p = :p AND s = :a")).containsExactly("03");
        assertThat(sortKeys("p = :p AND s < :a")).containsExactly("00", "01", "02");
        assertThat(sortKeys("p = :p AND s <= :a")).containsExactly("00", "01", "02", "03");
        assertThat(sortKeys("p = :p AND s > :b")).containsExactly("22", "23", "24");
        assertThat(sortKeys("p = :p AND s >= :b")).containsExactly("21", "22", "23", "24");
        assertThat(sortKeys("p = :p AND s BETWEEN :a AND :c")).containsExactly("03", "04", "05");
        assertThat(sortKeys("p = :p AND begins_with(s, :d)")).containsExactly("20", "21", "22", "23", "24");
    }

    @Test
    void pagesGoForwardAndBackwardThroughTheSameItems() {
        List<String> forward = pagedSortKeys(7, query -> query.scanIndexForward(true));
        List<String> backward = pagedSortKeys(7, query -> query.scanIndexForward(false));

        assertThat(forward).hasSize(ITEMS).isSorted();
        Collections.reverse(backward);
        assertThat(backward).isEqualTo(forward);
    }

    @Test
    void limitCountsItemsBeforeTheFilter() {
        List<QueryResponse> pages = new ArrayList<>();
        dynamo().queryPaginator(query -> query.tableName(table)
                        .keyConditionExpression("p = :p")
                        .filterExpression(EVEN)
                        .expressionAttributeValues(Map.of(":p", fromS("numbers"), ":even", fromS("even")))
                        .limit(10))
                .forEach(pages::add);

        assertThat(pages).extracting(QueryResponse::scannedCount).containsExactly(10, 10, 5);
        assertThat(pages).extracting(QueryResponse::count).containsExactly(5, 5, 3);
    }

    @Test
    void aFullLastPageHasAKeyAndTheNextPageIsEmpty() {
        QueryResponse last = query(query -> query.keyConditionExpression("p = :p AND s >= :s")
                .expressionAttributeValues(Map.of(":p", fromS("numbers"), ":s", fromS("23")))
                .limit(2));

        assertThat(last.count()).isEqualTo(2);
        assertThat(last.lastEvaluatedKey()).isEqualTo(key("numbers", "24"));

        QueryResponse end = query(query -> query.keyConditionExpression("p = :p AND s >= :s")
                .expressionAttributeValues(Map.of(":p", fromS("numbers"), ":s", fromS("23")))
                .limit(2)
                .exclusiveStartKey(last.lastEvaluatedKey()));

        assertThat(end.count()).isZero();
        assertThat(end.hasLastEvaluatedKey()).isFalse();
    }

    @Test
    void aPageEndsAtOneMegabyte() {
        String kilobytes = "x".repeat(100 * 1024);
        for (int i = 0; i < 25; i++) {
            put(table, Map.of("p", fromS("large"), "s", fromS("%02d".formatted(i)), "a", fromS(kilobytes)));
        }

        List<Integer> counts = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        dynamo().queryPaginator(query -> query.tableName(table)
                        .keyConditionExpression("p = :p")
                        .expressionAttributeValues(Map.of(":p", fromS("large"))))
                .forEach(page -> {
                    counts.add(page.count());
                    page.items().forEach(item -> keys.add(at(item, "s").s()));
                });

        // Eleven items are the first that together reach 1 MB, and the item that reaches it is still returned.
        assertThat(counts).containsExactly(11, 11, 3);
        assertThat(keys).hasSize(25).isSorted();
    }

    @Test
    void projectionsAndCountsReturnLessOfTheSameItems() {
        assertThat(query(query -> query.keyConditionExpression("p = :p AND s < :s")
                                .projectionExpression("#parity")
                                .expressionAttributeNames(Map.of("#parity", "parity"))
                                .expressionAttributeValues(Map.of(":p", fromS("numbers"), ":s", fromS("02"))))
                        .items())
                .containsExactly(Map.of("parity", fromS("even")), Map.of("parity", fromS("odd")));

        QueryResponse count = query(query -> query.keyConditionExpression("p = :p")
                .expressionAttributeValues(Map.of(":p", fromS("numbers")))
                .select(Select.COUNT));
        assertThat(count.count()).isEqualTo(ITEMS);
        assertThat(count.hasItems()).isFalse();
    }

    @Test
    void stringsSortByTheirUtf8Bytes() {
        // UTF-16, which Java compares by, has the last two the other way round.
        List<String> ascending = List.of("A", "Z", "a", "é", "東", "\uFF21", "\uD83D\uDE00");
        for (String s : ascending) {
            put(table, key("utf-8", s));
        }

        assertThat(query(query -> query.keyConditionExpression("p = :p")
                                .expressionAttributeValues(Map.of(":p", fromS("utf-8"))))
                        .items())
                .extracting(item -> at(item, "s").s())
                .containsExactlyElementsOf(ascending);
    }

    @Test
    void numbersSortByValueAndBinariesByUnsignedBytes() {
        String numbers = createTable(
                create -> create.attributeDefinitions(string("p"), number("s")).keySchema(hash("p"), range("s")));
        List<String> ascending = List.of(
                "-9.9999999999999999999999999999999999999E+125",
                "-10",
                "-9.5",
                "-1E-130",
                "0",
                "1E-130",
                "2",
                "10",
                "1E+10");
        for (String n : ascending) {
            put(numbers, Map.of("p", fromS("n"), "s", fromN(n), "given", fromS(n)));
        }
        assertThat(itemsOf(numbers, "n"))
                .extracting(item -> at(item, "given").s())
                .isEqualTo(ascending);

        String binaries = createTable(
                create -> create.attributeDefinitions(string("p"), binary("s")).keySchema(hash("p"), range("s")));
        List<SdkBytes> bytes = List.of(bytes(1), bytes(1, 2), bytes(2), bytes(0x7f), bytes(0x80), bytes(0xff));
        for (SdkBytes b : bytes) {
            put(binaries, Map.of("p", fromS("b"), "s", fromB(b)));
        }
        assertThat(itemsOf(binaries, "b")).extracting(item -> at(item, "s").b()).isEqualTo(bytes);
    }

    @Test
    void whatIsNotOneSliceIsRefused() {
        assertRefused("begins_with(p, :p)", "Query key condition not supported");
        assertRefused("p = :p AND s <> :a", "Invalid operator used in KeyConditionExpression: <>");
        assertRefused("p = :p AND contains(s, :a)", "Invalid operator used in KeyConditionExpression: contains");
        assertRefused("p = :p OR s = :a", "Invalid operator used in KeyConditionExpression: OR");
        assertRefused(
                "p = :p AND s > :a AND s < :b", "KeyConditionExpressions must only contain one condition per key");
        assertRefused("s = :a", "Query condition missed key schema element: p");
        assertRefused(
                "p = :p AND s BETWEEN :b AND :a",
                "The BETWEEN operator requires upper bound to be greater than or equal to lower bound");
    }

    @Test
    void aFilterOnAKeyIsRefused() {
        assertThatThrownBy(() -> query(query -> query.keyConditionExpression("p = :p")
                        .filterExpression("s = :p")
                        .expressionAttributeValues(Map.of(":p", fromS("numbers")))))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining(
                        "Filter Expression can only contain non-primary key attributes: Primary key" + " attribute: s");
    }

    /** DynamoDB: the text of Query alone has a large first letter and no value (public suite, May 2026). */
    @Test
    void aLimitOfZeroIsRefused() {
        assertThatThrownBy(() -> query(query -> query.keyConditionExpression("p = :p")
                        .expressionAttributeValues(Map.of(":p", fromS("numbers")))
                        .limit(0)))
                .isInstanceOfSatisfying(
                        DynamoDbException.class,
                        refusal -> assertThat(refusal.awsErrorDetails().errorMessage())
                                .isEqualTo("1 validation error detected: Value at 'Limit' failed to satisfy constraint:"
                                        + " Member must have value greater than or equal to 1"));
    }

    private void assertRefused(String condition, String text) {
        assertThatThrownBy(() -> sortKeys(condition))
                .as(condition)
                .isInstanceOfSatisfying(DynamoDbException.class, refusal -> {
                    assertThat(refusal.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
                    assertThat(refusal.awsErrorDetails().errorMessage()).contains(text);
                });
    }

    /** The sort keys that match, in order; of the values, those that the condition uses are sent. */
    private List<String> sortKeys(String condition) {
        Map<String, AttributeValue> values = new HashMap<>();
        Map.of(":p", "numbers", ":a", "03", ":b", "21", ":c", "05", ":d", "2").forEach((name, value) -> {
            if (condition.contains(name)) {
                values.put(name, fromS(value));
            }
        });
        return query(query -> query.keyConditionExpression(condition).expressionAttributeValues(values))
                .items()
                .stream()
                .map(item -> at(item, "s").s())
                .toList();
    }

    private List<String> pagedSortKeys(int limit, Consumer<QueryRequest.Builder> order) {
        List<String> keys = new ArrayList<>();
        dynamo().queryPaginator(query -> {
                    query.tableName(table)
                            .keyConditionExpression("p = :p")
                            .expressionAttributeValues(Map.of(":p", fromS("numbers")))
                            .limit(limit);
                    order.accept(query);
                })
                .items()
                .forEach(item -> keys.add(at(item, "s").s()));
        return keys;
    }

    private List<Map<String, AttributeValue>> itemsOf(String name, String p) {
        return dynamo().query(query -> query.tableName(name)
                        .keyConditionExpression("p = :p")
                        .expressionAttributeValues(Map.of(":p", fromS(p))))
                .items();
    }

    private QueryResponse query(Consumer<QueryRequest.Builder> request) {
        return dynamo().query(query -> {
            query.tableName(table);
            request.accept(query);
        });
    }

    private static SdkBytes bytes(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return SdkBytes.fromByteArray(array);
    }
}
