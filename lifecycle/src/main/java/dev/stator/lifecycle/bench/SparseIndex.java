package dev.stator.lifecycle.bench;

import dev.stator.lifecycle.key.WriteShards;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The flag, an index that only deleted items are in, and another of what is due; active items are read with a filter. */
final class SparseIndex extends FlagAndFilter {
    private static final WriteShards SHARDS = new WriteShards(8);

    SparseIndex(DynamoDbClient client, String table) {
        super(client, table);
    }

    @Override
    String title() {
        return "sparse index";
    }

    @Override
    List<Index> indexes() {
        return List.of(
                new Index("trash", "trashOf", "deletedAt", ScalarAttributeType.S, true),
                new Index("due", "dueShard", "dueAt", ScalarAttributeType.N, false));
    }

    @Override
    Map<String, AttributeValue> item(Post post) {
        Map<String, AttributeValue> item = super.item(post);
        if (post.isDeleted()) {
            item.put("trashOf", s(post.owner()));
            item.put("dueShard", s(SHARDS.of(post.id())));
        }
        return item;
    }

    @Override
    Cost trash(String owner) {
        return probe.query(
                ofRange("trashOf", owner, "", Map.of())
                        .indexName("trash")
                        .scanIndexForward(false)
                        .limit(TRASH_ITEMS)
                        .build(),
                TRASH_ITEMS);
    }

    @Override
    Cost due() {
        return SHARDS.all().stream()
                .map(shard -> probe.query(
                        ofRange("dueShard", shard, " AND dueAt <= :now", Map.of(":now", n(Post.NOW.getEpochSecond())))
                                .indexName("due")
                                .build(),
                        Long.MAX_VALUE))
                .reduce(Cost.NONE, Probe::both);
    }

    @Override
    double delete(Post post) {
        return update(
                post,
                sort(post),
                "SET deleted = :true, deletedAt = :at, dueAt = :due, trashOf = :owner, dueShard = :shard",
                Map.of(
                        ":true",
                        AttributeValue.fromBool(true),
                        ":at",
                        s(Post.NOW.toString()),
                        ":due",
                        n(Post.NOW.plus(Post.RETENTION).getEpochSecond()),
                        ":owner",
                        s(post.owner()),
                        ":shard",
                        s(SHARDS.of(post.id()))));
    }

    @Override
    double restore(Post post) {
        return update(post, sort(post), "REMOVE deleted, deletedAt, dueAt, trashOf, dueShard", Map.of());
    }
}
