package dev.stator.server.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Soft deletion by the prefix of the sort key: a user's active posts are one slice, his trash is another. The timestamp in
 * the key is that of the state, so the key from before is kept in {@code original_sk} for a restore. The local index {@code
 * by-likes} orders a user's posts by success; the sparse index {@code due} has only what a job is to move or purge one day,
 * over eight shards. {@code docs/examples/posts.yaml} declares this as a lifecycle.
 */
final class Posts {
    private static final int USERS = 30;
    private static final int POSTS_PER_USER = 110;
    private static final Instant START = Instant.parse("2026-02-01T06:00:00Z");
    private static final Duration ARCHIVED_FOR = Duration.ofDays(180);
    private static final Duration DELETED_FOR = Duration.ofDays(30);
    private static final int DUE_SHARDS = 8;
    private static final List<String> TAGS = List.of("aws", "dynamodb", "java", "modelling", "ops", "testing");

    private static final String DEFINITION = """
            {
              "TableName": "Posts",
              "BillingMode": "PAY_PER_REQUEST",
              "AttributeDefinitions": [
                {"AttributeName": "PK", "AttributeType": "S"},
                {"AttributeName": "SK", "AttributeType": "S"},
                {"AttributeName": "likes", "AttributeType": "N"},
                {"AttributeName": "due_shard", "AttributeType": "S"},
                {"AttributeName": "due_at", "AttributeType": "N"}
              ],
              "KeySchema": [
                {"AttributeName": "PK", "KeyType": "HASH"},
                {"AttributeName": "SK", "KeyType": "RANGE"}
              ],
              "LocalSecondaryIndexes": [{
                "IndexName": "by-likes",
                "KeySchema": [
                  {"AttributeName": "PK", "KeyType": "HASH"},
                  {"AttributeName": "likes", "KeyType": "RANGE"}
                ],
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["title"]}
              }],
              "GlobalSecondaryIndexes": [{
                "IndexName": "due",
                "KeySchema": [
                  {"AttributeName": "due_shard", "KeyType": "HASH"},
                  {"AttributeName": "due_at", "KeyType": "RANGE"}
                ],
                "Projection": {"ProjectionType": "KEYS_ONLY"}
              }]
            }
            """;

    private Posts() {}

    static DemoTable table() {
        Chance chance = new Chance(4);
        List<DemoItem> items = new ArrayList<>();
        for (int user = 1; user <= USERS; user++) {
            Instant moment = START;
            for (int i = 0; i < POSTS_PER_USER; i++) {
                moment = chance.after(moment, Duration.ofDays(2));
                items.add(post(chance, String.format("USER#u%03d", user), moment));
            }
        }
        return new DemoTable("Posts", DEFINITION, items);
    }

    private static DemoItem post(Chance chance, String user, Instant created) {
        String id = chance.id();
        String activeKey = "ACTIVE#" + created + "#" + id;
        DemoItem post = new DemoItem()
                .text("PK", user)
                .text("title", chance.sentence(chance.between(3, 8)))
                .text("body", chance.sentence(chance.between(20, 60)))
                .number("likes", chance.below(500))
                .texts("tags", List.of(chance.of(TAGS), "demo"))
                .text("created_at", created.toString());
        int fate = chance.below(10);
        if (fate < 7) {
            return post.text("SK", activeKey);
        }
        Instant left = chance.after(created, Duration.ofDays(20));
        String state = fate == 7 ? "ARCHIVED" : "DELETED";
        Duration retention = fate == 7 ? ARCHIVED_FOR : DELETED_FOR;
        return post.text("SK", state + "#" + left + "#" + id)
                .text("original_sk", activeKey)
                .text("moved_from", "active")
                .text("moved_at", left.toString())
                .text("moved_by", chance.person())
                .text("due_shard", String.format("%s#%02d", state, chance.below(DUE_SHARDS)))
                .number("due_at", left.plus(retention).getEpochSecond());
    }
}
