package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Scan: every item once, in pages and in parallel segments. */
final class ScanTest extends TargetTest {
    private static final int ITEMS = 60;

    private String table = "";

    @BeforeParameterizedClassInvocation
    void createTables() {
        table = createCompositeTable();
        for (int i = 0; i < ITEMS; i++) {
            put(table, Map.of("p", fromS("p" + i % 20), "s", fromS("s" + i), "n", fromN(Integer.toString(i))));
        }
    }

    @Test
    void pagesHaveEveryItemOnce() {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        dynamo().scanPaginator(scan -> scan.tableName(table).limit(7)).items().forEach(items::add);

        assertThat(items).hasSize(ITEMS).doesNotHaveDuplicates();
        assertThat(items)
                .extracting(item -> at(item, "n").n())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, ITEMS).mapToObj(Integer::toString).toList());
    }

    @Test
    void segmentsTogetherHaveEveryItemOnceAndKeepCollectionsWhole() {
        int segments = 4;
        Set<String> seen = new HashSet<>();
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        for (int i = 0; i < segments; i++) {
            int segment = i;
            Set<String> collections = new HashSet<>();
            dynamo().scanPaginator(scan -> scan.tableName(table)
                            .segment(segment)
                            .totalSegments(segments)
                            .limit(5))
                    .items()
                    .forEach(item -> {
                        items.add(item);
                        collections.add(at(item, "p").s());
                    });
            assertThat(seen).noneMatch(collections::contains);
            seen.addAll(collections);
        }

        assertThat(items).hasSize(ITEMS).doesNotHaveDuplicates();
    }

    @Test
    void aFilterMayReadKeysAndOnlyDropsItems() {
        ScanResponse page = dynamo().scan(scan -> scan.tableName(table)
                .filterExpression("p = :p AND n >= :n")
                .expressionAttributeValues(Map.of(":p", fromS("p3"), ":n", fromN("23"))));

        assertThat(page.items()).extracting(item -> at(item, "n").n()).containsExactlyInAnyOrder("23", "43");
        assertThat(page.count()).isEqualTo(2);
        assertThat(page.scannedCount()).isEqualTo(ITEMS);
    }
}
