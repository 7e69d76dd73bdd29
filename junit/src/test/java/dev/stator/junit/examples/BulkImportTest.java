package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A CSV file becomes items, 25 a request; of two lines with the same key the last counts, since a batch takes a key once. */
@StatorTest
@Table(name = "Products", partitionKey = "sku")
class BulkImportTest {
    record Importer(DynamoDbClient dynamo, boolean deduplicates) {
        int load(Stream<String> lines) {
            List<Map<String, AttributeValue>> batch = new ArrayList<>();
            int[] count = {0};
            lines.forEach(line -> {
                batch.add(parse(line));
                count[0]++;
                if (batch.size() == 25) {
                    write(batch);
                }
            });
            write(batch);
            return count[0];
        }

        private static Map<String, AttributeValue> parse(String line) {
            String[] cells = line.split(",", -1);
            return Map.of("sku", s(cells[0]), "name", s(cells[1]), "cents", n(Long.parseLong(cells[2])));
        }

        private void write(List<Map<String, AttributeValue>> batch) {
            Map<AttributeValue, Map<String, AttributeValue>> bySku = new LinkedHashMap<>();
            batch.forEach(item -> bySku.put(item.get("sku"), item));
            List<WriteRequest> writes = (deduplicates ? List.copyOf(bySku.values()) : batch)
                    .stream()
                            .map(item -> WriteRequest.builder()
                                    .putRequest(put -> put.item(item))
                                    .build())
                            .toList();
            batch.clear();
            Map<String, List<WriteRequest>> unprocessed = writes.isEmpty() ? Map.of() : Map.of("Products", writes);
            while (!unprocessed.isEmpty()) {
                Map<String, List<WriteRequest>> next = unprocessed;
                unprocessed =
                        dynamo.batchWriteItem(write -> write.requestItems(next)).unprocessedItems();
            }
        }
    }

    @Injected
    private Stator stator;

    @Test
    void linesBecomeItemsInFullBatches() {
        int count = new Importer(stator.dynamoDbClient(), true)
                .load(Stream.iterate(0, i -> i + 1).limit(60).map(i -> "sku-" + i + ",Thing " + i + "," + i * 100));

        assertThat(count).isEqualTo(60);
        assertThat(stator).requested("BatchWriteItem", 3).consumed(0, 60);
        assertThat(stator).table("Products").hasItems(60).hasItemWith(Map.of("sku", s("sku-59"), "cents", n(5900)));
    }

    @Test
    void ofTwoLinesWithTheSameKeyTheLastCounts() {
        new Importer(stator.dynamoDbClient(), true).load(Stream.of("a,Old,1", "b,Other,2", "a,New,3"));

        assertThat(stator).table("Products").hasItems(2).hasItemWith(Map.of("sku", s("a"), "name", s("New")));
    }

    @Test
    void withoutThatDynamoDbRefusesTheBatch() {
        Importer naive = new Importer(stator.dynamoDbClient(), false);

        assertThatThrownBy(() -> naive.load(Stream.of("a,Old,1", "a,New,3")))
                .isInstanceOfSatisfying(
                        DynamoDbException.class,
                        e -> assertThat(e.awsErrorDetails().errorMessage())
                                .isEqualTo("Provided list of item keys contains duplicates"));
    }
}
