package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** BatchWriteItem and BatchGetItem, with the loops over what was left unprocessed. */
final class BatchTest extends TargetTest {
    private String table = "";
    private String other = "";

    @BeforeParameterizedClassInvocation
    void createTables() {
        table = createHashTable();
        other = createCompositeTable();
    }

    @Test
    void aBatchPutsAndDeletesInSeveralTables() {
        put(table, key("doomed"));

        writeAll(Map.of(
                table, List.of(putOf(key("born")), deleteOf(key("doomed")), deleteOf(key("never was"))),
                other, List.of(putOf(key("born", "1")), putOf(key("born", "2")))));

        assertThat(get(table, key("doomed"))).isEmpty();
        Map<String, List<Map<String, AttributeValue>>> found = getAll(Map.of(
                table, keys(List.of(key("born"), key("doomed"))),
                other, keys(List.of(key("born", "1"), key("born", "2")))));
        assertThat(found.get(table)).containsExactly(key("born"));
        assertThat(found.get(other)).containsExactlyInAnyOrder(key("born", "1"), key("born", "2"));
    }

    @Test
    void aHundredItemsAreGotAtOnce() {
        List<Map<String, AttributeValue>> items = IntStream.range(0, 100)
                .mapToObj(i -> Map.of("p", fromS("hundred-" + i), "n", fromN(Integer.toString(i))))
                .toList();
        for (int i = 0; i < items.size(); i += 25) {
            writeAll(Map.of(
                    table,
                    items.subList(i, i + 25).stream().map(BatchTest::putOf).toList()));
        }

        List<Map<String, AttributeValue>> keys =
                items.stream().map(item -> Map.of("p", item.get("p"))).toList();
        assertThat(getAll(Map.of(table, keys(keys))).get(table)).containsExactlyInAnyOrderElementsOf(items);
    }

    @Test
    void whatDoesNotFitIsLeftUnprocessedAndComesInTheNextPage() {
        String kilobytes = "x".repeat(350 * 1024);
        List<Map<String, AttributeValue>> keys = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            keys.add(key("large-" + i));
            put(table, Map.of("p", fromS("large-" + i), "a", fromS(kilobytes)));
        }

        List<BatchGetItemResponse> pages = new ArrayList<>();
        dynamo().batchGetItemPaginator(batch -> batch.requestItems(Map.of(table, keys(keys))))
                .forEach(pages::add);

        // An answer has at most 16 MB, which 46 of these items fill.
        assertThat(pages).extracting(page -> at(page.responses(), table).size()).containsExactly(46, 4);
        assertThat(at(pages.get(0).unprocessedKeys(), table).keys()).hasSize(4);
        assertThat(pages)
                .flatExtracting(page -> page.responses().get(table))
                .extracting(item -> Map.of("p", item.get("p")))
                .containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void aBatchWithOneBadItemWritesNothing() {
        assertThatThrownBy(() -> writeAll(Map.of(table, List.of(putOf(key("good")), putOf(Map.of("p", fromN("1")))))))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("The provided key element does not match the schema");
        assertThat(get(table, key("good"))).isEmpty();
    }

    @Test
    void theSameKeyTwiceAndTooManyRequestsAreRefused() {
        assertThatThrownBy(() -> writeAll(Map.of(table, List.of(putOf(key("twice")), deleteOf(key("twice"))))))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("Provided list of item keys contains duplicates");
        List<WriteRequest> tooMany =
                IntStream.range(0, 26).mapToObj(i -> putOf(key("many-" + i))).toList();
        assertThatThrownBy(() -> writeAll(Map.of(table, tooMany)))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("Member must have length less than or equal to 25");
    }

    private void writeAll(Map<String, List<WriteRequest>> requests) {
        Map<String, List<WriteRequest>> left = requests;
        while (!left.isEmpty()) {
            Map<String, List<WriteRequest>> now = left;
            left = dynamo().batchWriteItem(batch -> batch.requestItems(now)).unprocessedItems();
        }
    }

    private Map<String, List<Map<String, AttributeValue>>> getAll(Map<String, KeysAndAttributes> requests) {
        Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
        dynamo().batchGetItemPaginator(batch -> batch.requestItems(requests))
                .forEach(page -> page.responses()
                        .forEach((name, items) -> found.computeIfAbsent(name, any -> new ArrayList<>())
                                .addAll(items)));
        return found;
    }

    private static KeysAndAttributes keys(List<Map<String, AttributeValue>> keys) {
        return KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
    }

    private static WriteRequest putOf(Map<String, AttributeValue> item) {
        return WriteRequest.builder().putRequest(put -> put.item(item)).build();
    }

    private static WriteRequest deleteOf(Map<String, AttributeValue> key) {
        return WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build();
    }
}
