package dev.stator.core.stream;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.StreamFixture.list;
import static dev.stator.core.operation.StreamFixture.text;

import dev.stator.core.operation.StreamFixture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads a whole stream as consumers do: from the trim horizon of each shard on, and a shard only when its parent has been
 * read to its end.
 */
final class StreamConsumer {
    private final StreamFixture db;
    private final String arn;
    private final int limit;
    private final Consumer<Object> records;
    /** The shards that are being read, with the iterator of each. */
    private final Map<String, String> open = new HashMap<>();

    private final Set<String> ended = new HashSet<>();

    /** @param limit how many records to ask for at a time */
    StreamConsumer(StreamFixture db, String arn, int limit, Consumer<Object> records) {
        this.db = db;
        this.arn = arn;
        this.limit = limit;
        this.records = records;
    }

    /** Looks for shards and reads a page of each; the number of records that came. */
    int poll() {
        begin();
        int count = 0;
        Iterator<Map.Entry<String, String>> reading = open.entrySet().iterator();
        while (reading.hasNext()) {
            Map.Entry<String, String> shard = reading.next();
            Object page = db.call("GetRecords", "{'ShardIterator':'" + shard.getValue() + "','Limit':" + limit + "}");
            List<Object> more = list(page, "Records");
            more.forEach(records);
            count += more.size();
            if (at(page, "NextShardIterator") == null) {
                ended.add(shard.getKey());
                reading.remove();
            } else {
                shard.setValue(text(page, "NextShardIterator"));
            }
        }
        return count;
    }

    /** Reads until nothing more comes. Requires: nobody writes any more. */
    void drain() {
        int endedBefore;
        do {
            endedBefore = ended.size();
        } while (poll() > 0 || ended.size() > endedBefore);
    }

    /** How many shards have been read to their end. */
    int shardsEnded() {
        return ended.size();
    }

    private void begin() {
        List<Object> shards = db.shards(arn);
        List<String> ids = shards.stream().map(shard -> text(shard, "ShardId")).toList();
        for (Object shard : new ArrayList<>(shards)) {
            String id = text(shard, "ShardId");
            Object parent = at(shard, "ParentShardId");
            boolean parentRead = parent == null || ended.contains(parent) || !ids.contains(parent);
            if (parentRead && !ended.contains(id) && !open.containsKey(id)) {
                open.put(id, db.iterator(arn, id, "TRIM_HORIZON"));
            }
        }
    }
}
