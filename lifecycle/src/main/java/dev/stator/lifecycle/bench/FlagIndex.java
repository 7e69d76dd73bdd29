package dev.stator.lifecycle.bench;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The flag, and an index over all items by owner, flag and time. What is due is found by a Scan, as with the flag alone. */
final class FlagIndex extends FlagAndFilter {
    FlagIndex(DynamoDbClient client, String table) {
        super(client, table);
    }

    @Override
    String title() {
        return "index by flag";
    }

    @Override
    List<Index> indexes() {
        return List.of(new Index("byState", "owner", "stateAt", ScalarAttributeType.S, true));
    }

    @Override
    Map<String, AttributeValue> item(Post post) {
        Map<String, AttributeValue> item = super.item(post);
        item.put("owner", s(post.owner()));
        item.put("stateAt", s(post.isDeleted() ? "DELETED#" + post.deleted() : "ACTIVE#" + post.created()));
        return item;
    }

    @Override
    Cost active(String owner) {
        return probe.query(
                ofRange("owner", owner, " AND begins_with(stateAt, :state)", Map.of(":state", s("ACTIVE#")))
                        .indexName("byState")
                        .build(),
                Long.MAX_VALUE);
    }

    @Override
    Cost trash(String owner) {
        return probe.query(
                ofRange("owner", owner, " AND begins_with(stateAt, :state)", Map.of(":state", s("DELETED#")))
                        .indexName("byState")
                        .scanIndexForward(false)
                        .limit(TRASH_ITEMS)
                        .build(),
                TRASH_ITEMS);
    }

    @Override
    double delete(Post post) {
        return update(
                post,
                sort(post),
                "SET deleted = :true, deletedAt = :at, dueAt = :due, stateAt = :state",
                Map.of(
                        ":true",
                        AttributeValue.fromBool(true),
                        ":at",
                        s(Post.NOW.toString()),
                        ":due",
                        n(Post.NOW.plus(Post.RETENTION).getEpochSecond()),
                        ":state",
                        s("DELETED#" + Post.NOW)));
    }

    @Override
    double restore(Post post) {
        return update(
                post,
                sort(post),
                "REMOVE deleted, deletedAt, dueAt SET stateAt = :state",
                Map.of(":state", s("ACTIVE#" + post.created())));
    }
}
