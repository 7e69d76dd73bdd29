package dev.stator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Follows the stream of a table with the keys p and s over restarts of the server, with the iterators of the last time, and
 * makes of its records what the table must be.
 */
final class StreamFollower {
    private final String table;
    /** By shard. */
    private final Map<String, String> iterators = new LinkedHashMap<>();

    private final Map<String, Map<String, Object>> items = new HashMap<>();

    StreamFollower(String table) {
        this.table = table;
    }

    /** The items that the records so far have made, by p/s. */
    Map<String, Map<String, Object>> items() {
        return items;
    }

    /** Reads what has come since. Requires: nobody writes meanwhile, and no shard has been closed. */
    void follow(ServerProcess server) throws IOException {
        try (RawClient client = server.connect()) {
            if (iterators.isEmpty()) {
                begin(client);
            }
            for (Map.Entry<String, String> shard : iterators.entrySet()) {
                List<Map<String, Object>> records;
                do {
                    Map<String, Object> page = call(
                            client, "GetRecords", "{\"ShardIterator\":\"" + shard.getValue() + "\",\"Limit\":200}");
                    records = objects(page, "Records");
                    records.forEach(this::apply);
                    shard.setValue(text(page, "NextShardIterator"));
                } while (!records.isEmpty());
            }
        }
    }

    private void begin(RawClient client) throws IOException {
        Map<String, Object> listed = call(client, "ListStreams", "{\"TableName\":\"" + table + "\"}");
        String arn = text(objects(listed, "Streams").getFirst(), "StreamArn");
        Map<String, Object> described = call(client, "DescribeStream", "{\"StreamArn\":\"" + arn + "\"}");
        for (Map<String, Object> shard : objects(object(described, "StreamDescription"), "Shards")) {
            String id = text(shard, "ShardId");
            Map<String, Object> iterator = call(
                    client,
                    "GetShardIterator",
                    "{\"StreamArn\":\"" + arn + "\",\"ShardId\":\"" + id
                            + "\",\"ShardIteratorType\":\"TRIM_HORIZON\"}");
            iterators.put(id, text(iterator, "ShardIterator"));
        }
    }

    private void apply(Map<String, Object> record) {
        Map<String, Object> change = object(record, "dynamodb");
        Map<String, Object> keys = object(change, "Keys");
        String key = text(object(keys, "p"), "S") + "/" + text(object(keys, "s"), "S");
        assertThat(change.get("OldImage")).as("before %s", record).isEqualTo(items.get(key));
        if (change.containsKey("NewImage")) {
            items.put(key, object(change, "NewImage"));
        } else {
            items.remove(key);
        }
    }

    private static Map<String, Object> call(RawClient client, String operation, String body) throws IOException {
        RawClient.Answer answer = client.exchange(RawClient.streamsCall(operation, body));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return JsonTree.object(answer.body());
    }

    private static String text(Map<String, Object> object, String member) {
        return String.valueOf(Objects.requireNonNull(object.get(member), member));
    }

    @SuppressWarnings("unchecked") // the test knows what it asked for
    private static Map<String, Object> object(Map<String, Object> object, String member) {
        return (Map<String, Object>) Objects.requireNonNull(object.get(member), member);
    }

    @SuppressWarnings("unchecked") // the test knows what it asked for
    private static List<Map<String, Object>> objects(Map<String, Object> object, String member) {
        return (List<Map<String, Object>>) Objects.requireNonNull(object.get(member), member);
    }
}
