package dev.stator.lifecycle.bench;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** An attribute {@code deleted}, and filters. */
class FlagAndFilter extends Design {
    FlagAndFilter(DynamoDbClient client, String table) {
        super(client, table);
    }

    @Override
    String title() {
        return "flag and filter";
    }

    @Override
    List<Index> indexes() {
        return List.of();
    }

    static String sort(Post post) {
        return "POST#" + post.created() + "#" + post.id();
    }

    @Override
    Map<String, AttributeValue> item(Post post) {
        Map<String, AttributeValue> item = post.content();
        item.put("SK", s(sort(post)));
        if (post.isDeleted()) {
            item.put("deleted", AttributeValue.fromBool(true));
            item.put("deletedAt", s(post.deleted().toString()));
            item.put("dueAt", n(post.due().getEpochSecond()));
        }
        return item;
    }

    @Override
    Cost active(String owner) {
        return probe.query(
                ofOwner(owner).filterExpression("attribute_not_exists(deleted)").build(), Long.MAX_VALUE);
    }

    // The newest deletion can be of any item, so all of them have to be read.
    @Override
    Cost trash(String owner) {
        return probe.query(
                ofOwner(owner).filterExpression("attribute_exists(deleted)").build(), Long.MAX_VALUE);
    }

    @Override
    Cost due() {
        return probe.scan(ScanRequest.builder()
                .tableName(table)
                .filterExpression("dueAt <= :now")
                .expressionAttributeValues(Map.of(":now", n(Post.NOW.getEpochSecond())))
                .build());
    }

    @Override
    double delete(Post post) {
        return update(
                post,
                sort(post),
                "SET deleted = :true, deletedAt = :at, dueAt = :due",
                Map.of(
                        ":true",
                        AttributeValue.fromBool(true),
                        ":at",
                        s(Post.NOW.toString()),
                        ":due",
                        n(Post.NOW.plus(Post.RETENTION).getEpochSecond())));
    }

    @Override
    double restore(Post post) {
        return update(post, sort(post), "REMOVE deleted, deletedAt, dueAt", Map.of());
    }
}
