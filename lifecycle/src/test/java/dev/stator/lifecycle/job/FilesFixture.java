package dev.stator.lifecycle.job;

import static dev.stator.lifecycle.Fixture.s;

import dev.stator.junit.Stator;
import dev.stator.lifecycle.Fixture;
import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Files of several owners, which go from the trash to the archive after a week, and are purged from there after another. */
final class FilesFixture implements AutoCloseable {
    static final Actor CLERK = Actor.of("carl", "clerk");
    static final String YAML = """
            lifecycle: files
            table: Files
            keys:
              partition: {name: PK, template: "USER#{userId}"}
              sort: {name: SK, template: "{state}#{timestamp}#{id}"}
            states:
              active: {prefix: ACTIVE, timestamp: created}
              deleted: {prefix: DELETED, kind: deleted, retention: 7d, then: archived}
              archived: {prefix: ARCHIVED, retention: 7d, then: purge}
            transitions:
              delete: {from: active, to: deleted, by: clerk}
              restore: {from: [deleted, archived], to: active, by: clerk}
              archive: {from: deleted, to: archived, trigger: retention}
              purge: {from: archived, to: purged, trigger: retention}
            due: {index: due, shards: 3}
            holds: true
            """;
    static final LifecycleSpec SPEC = LifecycleSpec.parse(YAML);

    final Fixture files = new Fixture(SPEC, Stator.builder().recordedRequestsMax(100_000));
    final Lifecycle lifecycle = files.lifecycle;

    /** So many items in the trash, whose time is over. */
    FilesFixture trash(int count) {
        for (int i = 0; i < count; i++) {
            delete("user-" + i % 7, "f" + i);
        }
        files.pass(Duration.ofDays(8));
        return this;
    }

    /** So many in the archive, whose time is over. */
    FilesFixture archive(int count) throws InterruptedException {
        trash(count);
        Job.of(lifecycle, JobRequest.of("archive").parallel(1)).run(Progress.NONE);
        files.pass(Duration.ofDays(8));
        return this;
    }

    ItemKey delete(String user, String id) {
        Map<String, AttributeValue> item = new HashMap<>();
        ItemKey key = new ItemKey(
                "USER#" + user,
                SPEC.keys().sort().build(Map.of("state", "ACTIVE", "timestamp", files.clock.instant(), "id", id)));
        item.put("PK", s(key.partition()));
        item.put("SK", s(key.sort()));
        item.put("name", s(id));
        item.put("body", s("x".repeat(100)));
        files.dynamo.putItem(put -> put.tableName("Files").item(item));
        return Fixture.moved(lifecycle.transition(key, "deleted", CLERK, "old")).key();
    }

    Lifecycle over(DynamoDbClient client) {
        return files.lifecycle(SPEC, client);
    }

    /** The names of all items, each with its state; a name that is there twice has both. */
    Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        for (Map<String, AttributeValue> item : files.stator.table("Files").items()) {
            states.merge(
                    Attributes.text(item, "name"),
                    LifecycleItem.of(SPEC, item).state().name(),
                    (one, other) -> one + " and " + other);
        }
        return states;
    }

    /** How many records of moves into a state the items have together, and one of them at most; of purges if it is empty. */
    List<Long> moves(String to) {
        Map<String, Long> byLedger = new HashMap<>();
        for (Map<String, AttributeValue> row :
                files.stator.table("Files-lifecycle").items()) {
            boolean isMove = to.isEmpty()
                    ? "PURGED".equals(Attributes.textOrEmpty(row, "kind"))
                    : to.equals(Attributes.textOrEmpty(row, "to"));
            if (isMove) {
                byLedger.merge(Attributes.text(row, "pk"), 1L, Long::sum);
            }
        }
        return List.of(
                byLedger.values().stream().mapToLong(Long::longValue).sum(),
                byLedger.values().stream().mapToLong(Long::longValue).max().orElse(0));
    }

    @Override
    public void close() {
        files.close();
    }
}
