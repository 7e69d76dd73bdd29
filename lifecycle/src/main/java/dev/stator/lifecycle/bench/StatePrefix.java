package dev.stator.lifecycle.bench;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.job.Meter;
import dev.stator.lifecycle.key.WriteShards;
import dev.stator.lifecycle.move.MoveResult;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The state in the sort key, moved by this library; what is due is in a sparse index. */
final class StatePrefix extends Design {
    private static final int SHARDS = 8;
    private static final Actor OWNER = Actor.of("owner", "owner");

    private final Meter meter;
    private final Lifecycle lifecycle;
    private final boolean isAudited;
    private final WriteShards shards = new WriteShards(SHARDS);
    private ItemKey key = new ItemKey("", "");

    StatePrefix(DynamoDbClient client, String table, boolean isAudited) {
        super(client, table);
        this.isAudited = isAudited;
        this.meter = new Meter(client, units -> {});
        this.lifecycle = Lifecycle.of(LifecycleSpec.parse("""
                lifecycle: bench
                table: %s
                keys:
                  partition: {name: PK, template: "USER#{userId}"}
                  sort: {name: SK, template: "{state}#{timestamp}#{id}"}
                states:
                  active: {prefix: ACTIVE, timestamp: created}
                  deleted: {prefix: DELETED, kind: deleted, retention: 30d, then: purge}
                transitions:
                  delete: {from: active, to: deleted, by: owner}
                  restore: {from: deleted, to: active, by: owner}
                  purge: {from: deleted, to: purged, trigger: retention}
                due: {index: due, shards: %d}
                audit: %s
                """.formatted(table, SHARDS, isAudited)), meter);
    }

    @Override
    String title() {
        return isAudited ? "state in the key, with records" : "state in the key";
    }

    @Override
    List<Index> indexes() {
        return List.of(new Index("due", "lc_due_shard", "lc_due_at", ScalarAttributeType.N, false));
    }

    @Override
    void create() {
        super.create();
        if (isAudited) {
            Lifecycle.of(lifecycle.spec(), client).tables().createCompanion();
        }
    }

    @Override
    void drop() {
        super.drop();
        if (isAudited) {
            client.deleteTable(delete -> delete.tableName(lifecycle.spec().companion()));
        }
    }

    private static String active(Post post) {
        return "ACTIVE#" + post.created() + "#" + post.id();
    }

    @Override
    Map<String, AttributeValue> item(Post post) {
        Map<String, AttributeValue> item = post.content();
        item.put("SK", s(active(post)));
        if (post.isDeleted()) {
            // What a move leaves in an item.
            item.put("SK", s("DELETED#" + post.deleted() + "#" + post.id()));
            item.put("lc_original", s(active(post)));
            item.put("lc_version", n(1));
            item.put("lc_from", s("active"));
            item.put("lc_at", s(post.deleted().toString()));
            item.put("lc_actor", s("owner"));
            item.put("lc_move", s("0".repeat(32)));
            item.put("lc_due_shard", s("DELETED#" + shards.of(post.owner() + "|" + active(post))));
            item.put("lc_due_at", n(post.due().getEpochSecond()));
        }
        return item;
    }

    @Override
    Cost active(String owner) {
        return probe.query(
                ofRange("PK", owner, " AND begins_with(SK, :state)", Map.of(":state", s("ACTIVE#")))
                        .build(),
                Long.MAX_VALUE);
    }

    @Override
    Cost trash(String owner) {
        return probe.query(
                ofRange("PK", owner, " AND begins_with(SK, :state)", Map.of(":state", s("DELETED#")))
                        .scanIndexForward(false)
                        .limit(TRASH_ITEMS)
                        .build(),
                TRASH_ITEMS);
    }

    @Override
    Cost due() {
        return lifecycle.due().shards(lifecycle.spec().state("deleted")).stream()
                .map(shard -> probe.query(
                        ofRange(
                                        "lc_due_shard",
                                        shard,
                                        " AND lc_due_at <= :now",
                                        Map.of(":now", n(Post.NOW.getEpochSecond())))
                                .indexName("due")
                                .build(),
                        Long.MAX_VALUE))
                .reduce(Cost.NONE, Probe::both);
    }

    @Override
    double delete(Post post) {
        return move(new ItemKey(post.owner(), active(post)), "deleted");
    }

    @Override
    double restore(Post post) {
        return move(key, "active");
    }

    private double move(ItemKey from, String to) {
        double before = meter.writeUnits();
        MoveResult result = lifecycle.transition(from, to, OWNER, "");
        if (!(result instanceof MoveResult.Moved moved)) {
            throw new IllegalStateException("A move of the benchmark came to nothing: " + result);
        }
        key = moved.item().key();
        return meter.writeUnits() - before;
    }
}
