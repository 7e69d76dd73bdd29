package dev.stator.core.stream;

import static dev.stator.core.operation.DatabaseFixture.at;
import static dev.stator.core.operation.StreamFixture.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table as the records of its stream make it. Each record's old image must be what the records before it have left, so
 * that nothing is lost, doubled or out of order unseen; for that each write must be to another value.
 */
final class Replay {
    private final Map<String, Object> items = new HashMap<>();
    private final List<String> anomalies = new ArrayList<>();
    private final Set<String> eventIds = new HashSet<>();
    private final boolean fromTheFirst;
    private final Set<String> seen = new HashSet<>();
    private int count;

    /** @param fromTheFirst whether the table was empty when the stream began; else an item's first record is believed */
    Replay(boolean fromTheFirst) {
        this.fromTheFirst = fromTheFirst;
    }

    /** Takes the next record. */
    void add(Object record) {
        count++;
        String key = text(record, "dynamodb.Keys.p.S");
        Object oldImage = at(record, "dynamodb.OldImage");
        Object newImage = at(record, "dynamodb.NewImage");
        boolean believed = !fromTheFirst && seen.add(key);
        if (!believed && !same(items.get(key), oldImage)) {
            anomalies.add("item " + key + " was " + items.get(key) + " before " + record);
        }
        if (!eventIds.add(text(record, "eventID"))) {
            anomalies.add("twice: " + record);
        }
        if (newImage == null) {
            items.remove(key);
        } else {
            items.put(key, newImage);
        }
    }

    private static boolean same(@Nullable Object one, @Nullable Object other) {
        return one == null ? other == null : one.equals(other);
    }

    /** What was wrong; nothing if all is well. */
    List<String> anomalies() {
        return anomalies;
    }

    /** The items that are there now, by their key p. */
    Map<String, Object> items() {
        return items;
    }

    /** The keys of all items that a record was about. */
    Set<String> keys() {
        return seen;
    }

    int count() {
        return count;
    }
}
