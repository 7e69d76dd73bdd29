package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Four ways to model with a sort key, and the mistakes that each invites. The ids are those of the requirements. */
final class ModellingTest extends TargetTest {
    private String table = "";

    @BeforeParameterizedClassInvocation
    void createTables() {
        table = createCompositeTable();
    }

    /** A6, A19, A20: a path as the sort key makes a subtree one slice; neighbours sort between it and its slash. */
    @Test
    void aPathPrefixReadsASubtreeInPathOrder() {
        List<String> paths = List.of(
                "photos",
                "photos-old/a.jpg",
                "photos.bak",
                "photos/",
                "photos/2025/",
                "photos/2025/a.jpg",
                "photos/b.jpg");
        paths.forEach(path -> put(table, key("DRIVE#1", path)));

        assertThat(sortKeys("DRIVE#1", "begins_with(s, :a)", "photos/"))
                .containsExactly("photos/", "photos/2025/", "photos/2025/a.jpg", "photos/b.jpg");
        assertThat(sortKeys("DRIVE#1", "begins_with(s, :a)", "photos/2025/"))
                .containsExactly("photos/2025/", "photos/2025/a.jpg");
        assertThat(sortKeys("DRIVE#1", "begins_with(s, :a)", "photos")).isEqualTo(paths);
    }

    /** A14 to A16: an hour is [14:00, 15:00); an inclusive end of 14:59:59Z loses and keeps the wrong fractions. */
    @Test
    void halfOpenBoundsReadAnHourOfReadings() {
        List<String> hour = List.of("2026-08-01T14:00:00.500Z", "2026-08-01T14:00:00Z", "2026-08-01T14:59:59.500Z");
        hour.forEach(time -> put(table, key("SENSOR#1", time)));
        put(table, key("SENSOR#1", "2026-08-01T13:59:59Z"));
        put(table, key("SENSOR#1", "2026-08-01T15:00:00Z"));

        // BETWEEN has both ends, but no reading is as short as this upper one: all of 15:00 is behind it.
        assertThat(sortKeys("SENSOR#1", "s BETWEEN :a AND :b", "2026-08-01T14:", "2026-08-01T15:"))
                .isEqualTo(hour);
        assertThat(sortKeys("SENSOR#1", "s BETWEEN :a AND :b", "2026-08-01T14:00:00Z", "2026-08-01T14:59:59Z"))
                .containsExactly("2026-08-01T14:00:00Z", "2026-08-01T14:59:59.500Z");
        assertThat(sortKeys("SENSOR#1", "begins_with(s, :a)", "2026-08-01T14")).isEqualTo(hour);
    }

    /** A32: a range that ends with the prefix of 31 August loses that day; the prefix's successor keeps it. */
    @Test
    void theLastDayOfTheMonthIsInsideOnlyWithTheSuccessorOfItsPrefix() {
        List<String> august =
                List.of("ACTIVE#2026-08-01#1", "ACTIVE#2026-08-30#2", "ACTIVE#2026-08-31#3", "ACTIVE#2026-08-31#4");
        august.forEach(s -> put(table, key("USER#1", s)));
        List.of("ACTIVE#2026-07-31#0", "ACTIVE#2026-09-01#5", "DELETED#2026-08-15#6")
                .forEach(s -> put(table, key("USER#1", s)));

        assertThat(sortKeys("USER#1", "s BETWEEN :a AND :b", "ACTIVE#2026-08-01#", "ACTIVE#2026-08-31#"))
                .isEqualTo(august.subList(0, 2));
        assertThat(sortKeys("USER#1", "s BETWEEN :a AND :b", "ACTIVE#2026-08-01#", "ACTIVE#2026-08-31$"))
                .isEqualTo(august);
    }

    /** A23, B19, B20: a state in the key means that a soft delete is a put and a delete, and reads waste nothing. */
    @Test
    void aSoftDeleteMovesTheItemToAnotherSlice() {
        for (int i = 0; i < 5; i++) {
            put(table, Map.of("p", fromS("POSTS"), "s", fromS("ACTIVE#2026-08-0" + (i + 1)), "n", fromN("" + i)));
        }
        Map<String, AttributeValue> post = get(table, key("POSTS", "ACTIVE#2026-08-03"));
        put(table, Map.of("p", fromS("POSTS"), "s", fromS("DELETED#2026-08-03"), "n", post.get("n")));
        dynamo().deleteItem(delete -> delete.tableName(table).key(key("POSTS", "ACTIVE#2026-08-03")));

        QueryResponse active = query("POSTS", "begins_with(s, :a)", "ACTIVE#");
        assertThat(active.items()).extracting(item -> at(item, "n").n()).containsExactly("0", "1", "3", "4");
        assertThat(active.scannedCount()).isEqualTo(active.count());
        assertThat(query("POSTS", "begins_with(s, :a)", "DELETED#").items())
                .extracting(item -> at(item, "n").n())
                .containsExactly("2");
    }

    /** A13, B8: newest first without sorting, and a filter that makes pages short instead of reading on. */
    @Test
    void aChatIsReadNewestFirst() {
        for (int i = 10; i < 40; i++) {
            put(
                    table,
                    Map.of(
                            "p", fromS("CHANNEL#1"),
                            "s", fromS("MSG#2026-08-31T10:" + i + ":00Z"),
                            "deleted", AttributeValue.fromBool(i >= 20)));
        }

        assertThat(dynamo().query(query -> query.tableName(table)
                                .keyConditionExpression("p = :p AND begins_with(s, :msg)")
                                .expressionAttributeValues(Map.of(":p", fromS("CHANNEL#1"), ":msg", fromS("MSG#")))
                                .scanIndexForward(false)
                                .limit(2))
                        .items())
                .extracting(item -> at(item, "s").s())
                .containsExactly("MSG#2026-08-31T10:39:00Z", "MSG#2026-08-31T10:38:00Z");

        List<Integer> counts = new ArrayList<>();
        dynamo().queryPaginator(query -> query.tableName(table)
                        .keyConditionExpression("p = :p")
                        .filterExpression("deleted = :no")
                        .expressionAttributeValues(
                                Map.of(":p", fromS("CHANNEL#1"), ":no", AttributeValue.fromBool(false)))
                        .scanIndexForward(false)
                        .limit(10))
                .forEach(page -> counts.add(page.count()));
        assertThat(counts).startsWith(0, 0, 10);
    }

    private List<String> sortKeys(String p, String condition, String... bounds) {
        return query(p, condition, bounds).items().stream()
                .map(item -> at(item, "s").s())
                .toList();
    }

    /** The slice of a collection; the bounds are :a and :b in the condition. */
    private QueryResponse query(String p, String condition, String... bounds) {
        Map<String, AttributeValue> values = bounds.length == 1
                ? Map.of(":p", fromS(p), ":a", fromS(bounds[0]))
                : Map.of(":p", fromS(p), ":a", fromS(bounds[0]), ":b", fromS(bounds[1]));
        return dynamo().query(query -> query.tableName(table)
                .keyConditionExpression("p = :p AND " + condition)
                .expressionAttributeValues(values));
    }
}
