package dev.stator.server;

import static dev.stator.server.RawClient.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the server at random moments under load. What was acknowledged must be there after the restart, a write that was
 * under way is there as a whole or not at all, both indexes say exactly what the table says, and the stream has a record of each
 * change that is there and of no other.
 */
class DurabilityTest {
    private static final int KILLS = 20;
    private static final int WRITERS = 8;
    private static final int KEYS_PER_WRITER = 30;
    private static final int WRITES_MAX = 400;
    private static final long LAST_DELAY_NANOS_MAX = 5_000_000;

    private static final String CREATE_TABLE = """
            {
              "TableName": "Killed", "BillingMode": "PAY_PER_REQUEST",
              "AttributeDefinitions": [
                {"AttributeName": "p", "AttributeType": "S"}, {"AttributeName": "s", "AttributeType": "S"},
                {"AttributeName": "g", "AttributeType": "S"}, {"AttributeName": "l", "AttributeType": "N"}
              ],
              "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}, {"AttributeName": "s", "KeyType": "RANGE"}],
              "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
              "GlobalSecondaryIndexes": [{
                "IndexName": "global", "Projection": {"ProjectionType": "ALL"},
                "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}, {"AttributeName": "s", "KeyType": "RANGE"}]
              }],
              "LocalSecondaryIndexes": [{
                "IndexName": "local", "Projection": {"ProjectionType": "ALL"},
                "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}, {"AttributeName": "l", "KeyType": "RANGE"}]
              }]
            }
            """;

    /** One key as its writer knows it. Items are compared by their whole content; "" stands for no item. */
    private static final class Known {
        private String acknowledged = "";
        private @Nullable String underWay;
    }

    private final long seed = System.nanoTime();
    private final Map<String, Known> known = new HashMap<>();
    private final StreamFollower stream = new StreamFollower("Killed");

    @Test
    void everyAcknowledgedWriteSurvivesKill(@TempDir Path folder) throws Exception {
        System.out.println("DurabilityTest seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int writer = 0; writer < WRITERS; writer++) {
            for (int key = 0; key < KEYS_PER_WRITER; key++) {
                known.put("w" + writer + "/k" + key, new Known());
            }
        }
        for (int kill = 0; kill < KILLS; kill++) {
            try (ServerProcess server = ServerProcess.start(folder, "--data", "data")) {
                if (kill == 0) {
                    createTable(server);
                }
                check(server);
                writeUntilKilled(server, random.split());
            }
        }
        try (ServerProcess server = ServerProcess.start(folder, "--data", "data")) {
            check(server);
        }
    }

    private static void createTable(ServerProcess server) throws IOException {
        try (RawClient client = server.connect()) {
            assertThat(client.exchange(call("CreateTable", CREATE_TABLE)).status())
                    .isEqualTo(200);
            String describe = call("DescribeTable", "{\"TableName\":\"Killed\"}");
            String status = "";
            while (!status.contains("\"TableStatus\":\"ACTIVE\"")) {
                status = client.exchange(describe).text();
            }
        }
    }

    /** Kills after a random number of writes, and then a random moment later: at any point of what is under way. */
    private void writeUntilKilled(ServerProcess server, SplittableRandom random) throws Exception {
        CountDownLatch acknowledged = new CountDownLatch(1 + random.nextInt(WRITES_MAX));
        long lastDelay = random.nextLong(LAST_DELAY_NANOS_MAX);
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                String name = "w" + writer;
                SplittableRandom own = random.split();
                running.add(writers.submit(() -> write(server, name, own, acknowledged)));
            }
            assertThat(acknowledged.await(60, TimeUnit.SECONDS))
                    .as("seed %s", seed)
                    .isTrue();
            LockSupport.parkNanos(lastDelay);
            server.kill();
            for (Future<?> writer : running) {
                writer.get();
            }
        }
    }

    /** Writes until the server is gone. */
    private void write(ServerProcess server, String partition, SplittableRandom random, CountDownLatch acknowledged) {
        try (RawClient client = server.connect()) {
            while (true) {
                String sort = "k" + random.nextInt(KEYS_PER_WRITER);
                Known key = known.get(partition + "/" + sort);
                if (key == null) {
                    throw new IllegalStateException("no such key");
                }
                boolean delete = random.nextInt(4) == 0;
                String item = delete ? "" : randomItem(partition, sort, random);
                String request = delete
                        ? call("DeleteItem", "{\"TableName\":\"Killed\",\"Key\":" + keyOf(partition, sort) + "}")
                        : call("PutItem", "{\"TableName\":\"Killed\",\"Item\":" + item + "}");
                String result = delete ? "" : canonical(item);
                key.underWay = result;
                RawClient.Answer answer = client.exchange(request);
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                key.acknowledged = result;
                key.underWay = null;
                acknowledged.countDown();
            }
        } catch (IOException e) {
            // The kill; what was under way stays open.
            return;
        }
    }

    private static String randomItem(String partition, String sort, SplittableRandom random) {
        StringBuilder item = new StringBuilder(keyOf(partition, sort));
        item.setLength(item.length() - 1);
        if (random.nextInt(4) > 0) {
            item.append(",\"g\":{\"S\":\"g").append(random.nextInt(5)).append("\"}");
        }
        if (random.nextInt(4) > 0) {
            item.append(",\"l\":{\"N\":\"").append(random.nextInt(20)).append("\"}");
        }
        item.append(",\"v\":{\"N\":\"").append(random.nextInt(1 << 30)).append("\"}");
        item.append(",\"pad\":{\"S\":\"")
                .append("x".repeat(random.nextInt(2_000)))
                .append("\"}}");
        return item.toString();
    }

    private static String keyOf(String partition, String sort) {
        return "{\"p\":{\"S\":\"" + partition + "\"},\"s\":{\"S\":\"" + sort + "\"}}";
    }

    private void check(ServerProcess server) throws IOException {
        Map<String, Map<String, Object>> table = scan(server, "");
        for (Map.Entry<String, Known> entry : known.entrySet()) {
            Map<String, Object> item = table.get(entry.getKey());
            String found = item == null ? "" : new TreeMap<>(item).toString();
            Known expected = entry.getValue();
            if (!found.equals(expected.underWay)) {
                assertThat(found).as("%s, seed %s", entry.getKey(), seed).isEqualTo(expected.acknowledged);
            }
            expected.acknowledged = found;
            expected.underWay = null;
        }
        assertThat(table.keySet()).isSubsetOf(known.keySet());
        stream.follow(server);
        assertThat(stream.items()).as("the stream, seed %s", seed).isEqualTo(table);
        assertThat(scan(server, ",\"IndexName\":\"global\""))
                .as("the global index, seed %s", seed)
                .isEqualTo(having(table, "g"));
        assertThat(scan(server, ",\"IndexName\":\"local\",\"ConsistentRead\":true"))
                .as("the local index, seed %s", seed)
                .isEqualTo(having(table, "l"));
    }

    private static Map<String, Map<String, Object>> having(Map<String, Map<String, Object>> items, String attribute) {
        return items.entrySet().stream()
                .filter(item -> item.getValue().containsKey(attribute))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** All items by key, page by page. */
    @SuppressWarnings("unchecked") // Items is a list of objects
    private static Map<String, Map<String, Object>> scan(ServerProcess server, String parameters) throws IOException {
        Map<String, Map<String, Object>> items = new HashMap<>();
        String start = "";
        try (RawClient client = server.connect()) {
            do {
                RawClient.Answer answer = client.exchange(
                        call("Scan", "{\"TableName\":\"Killed\"" + parameters + start + ",\"Limit\":100}"));
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                Map<String, Object> page = JsonTree.object(answer.body());
                for (Object item : (List<Object>) page.getOrDefault("Items", List.of())) {
                    Map<String, Object> attributes = (Map<String, Object>) item;
                    String key = text(attributes.get("p")) + "/" + text(attributes.get("s"));
                    assertThat(items.put(key, attributes))
                            .as("seen twice: %s", key)
                            .isNull();
                }
                Object last = page.get("LastEvaluatedKey");
                start = last == null ? "" : ",\"ExclusiveStartKey\":" + json((Map<String, Map<String, String>>) last);
            } while (!start.isEmpty());
        }
        return items;
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : String.valueOf(((Map<?, ?>) value).get("S"));
    }

    private static String json(Map<String, Map<String, String>> key) {
        return key.entrySet().stream()
                .map(attribute -> "\"" + attribute.getKey() + "\":" + typed(attribute.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String typed(Map<String, String> value) {
        Map.Entry<String, String> only = value.entrySet().iterator().next();
        return "{\"" + only.getKey() + "\":\"" + only.getValue() + "\"}";
    }

    /** The item as {@link #check} compares it, whatever the order of its attributes. */
    private static String canonical(String item) throws IOException {
        return new TreeMap<>(JsonTree.object(item.getBytes(UTF_8))).toString();
    }
}
