package dev.stator.server.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.Database;
import dev.stator.core.Session;
import dev.stator.core.wire.Api;
import dev.stator.storage.memory.MemoryEngine;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo's tables, loaded into a database in memory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DemoTest {
    private final Database database = Database.open(new MemoryEngine(), InstantSource.system());
    private final Api api = database;
    private List<String> loaded = List.of();

    @BeforeAll
    void load() {
        loaded = Demo.load(api);
    }

    @AfterAll
    void close() {
        database.close();
    }

    @Test
    void aSecondStartLeavesTheTablesAlone() {
        assertThat(loaded).hasSize(5).allMatch(line -> line.matches("\\w+: \\d{4} items"));
        execute(
                "DeleteItem",
                "{\"TableName\":\"Drive\",\"Key\":{\"PK\":{\"S\":\"DRIVE#alice\"},\"SK\":{\"S\":\"/\"}}}");
        assertThat(Demo.load(api)).hasSize(5).allMatch(line -> line.endsWith(": there already, left as it is"));
        assertThat(count("Drive", "PK = :v0 AND SK = :v1", "DRIVE#alice", "/")).isZero();
    }

    @Test
    void everyStartMakesTheSameItems() {
        List<DemoTable> first = DemoTable.all();
        List<DemoTable> second = DemoTable.all();
        for (int i = 0; i < first.size(); i++) {
            assertThat(attributes(second.get(i))).isEqualTo(attributes(first.get(i)));
        }
    }

    @Test
    void noTwoItemsOfATableHaveTheSameKey() {
        Map<String, List<String>> keys = new HashMap<>(Map.of("Readings", List.of("deviceId", "timestamp")));
        keys.put("AuditLog", List.of("pk", "sk"));
        for (DemoTable table : DemoTable.all()) {
            Set<List<Object>> seen = new HashSet<>();
            for (DemoItem item : table.items()) {
                List<Object> key = keys.getOrDefault(table.name(), List.of("PK", "SK")).stream()
                        .<Object>map(item.attributes()::get)
                        .toList();
                assertThat(seen.add(key)).as("%s %s", table.name(), key).isTrue();
            }
            assertThat(seen).as(table.name()).hasSizeBetween(2_000, 9_999);
        }
    }

    // The requirements' own queries, by their ids.
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "A6 a subtree of the drive|Drive|PK = :v0 AND begins_with(SK, :v1)|DRIVE#alice|/music/|37",
                "A20 a folder precedes what it holds|Drive|PK = :v0 AND SK BETWEEN :v1 AND :v2|DRIVE#alice|/photos,/photos/|5",
                "A14 a day of a device|Readings|deviceId = :v0 AND begins_with(#t, :v1)|sensor-007|2026-06-02|96",
                "A15 an hour of a device|Readings|deviceId = :v0 AND #t BETWEEN :v1 AND :v2|sensor-007"
                        + "|2026-06-02T14:00:00Z,2026-06-02T14:59:59Z|4",
                "A17 the members of a channel|Chat|PK = :v0 AND begins_with(SK, :v1)|CHANNEL#general|Profile#|12",
                "A17 the messages of a channel|Chat|PK = :v0 AND begins_with(SK, :v1)|CHANNEL#general|MSG#|420",
                "F5 a month of a tenant|AuditLog|pk = :v0 AND begins_with(sk, :v1)|TENANT#acme|EVENT#2026-06|276"
            })
    void theQueriesOfTheRequirementsFindSomething(
            String name, String table, String condition, String partition, String sort, int expected) {
        String[] values = sort.split(",", -1);
        assertThat(
                        values.length == 1
                                ? count(table, condition, partition, values[0])
                                : count(table, condition, partition, values[0], values[1]))
                .isEqualTo(expected);
    }

    private int count(String table, String condition, String... values) {
        StringBuilder request = new StringBuilder("{\"TableName\":\"" + table + "\",\"Select\":\"COUNT\",");
        if (condition.contains("#t")) {
            request.append("\"ExpressionAttributeNames\":{\"#t\":\"timestamp\"},");
        }
        request.append("\"KeyConditionExpression\":\"").append(condition).append("\",\"ExpressionAttributeValues\":{");
        for (int i = 0; i < values.length; i++) {
            request.append(i == 0 ? "" : ",")
                    .append("\":v")
                    .append(i)
                    .append("\":{\"S\":\"")
                    .append(values[i])
                    .append("\"}");
        }
        String answer = execute("Query", request.append("}}").toString());
        assertThat(answer).startsWith("{\"Count\":");
        return Integer.parseInt(answer.substring("{\"Count\":".length(), answer.indexOf(',')));
    }

    private String execute(String operation, String body) {
        return new String(api.execute(operation, body.getBytes(UTF_8), Session.ANONYMOUS), UTF_8);
    }

    private static List<?> attributes(DemoTable table) {
        return table.items().stream().map(DemoItem::attributes).toList();
    }
}
