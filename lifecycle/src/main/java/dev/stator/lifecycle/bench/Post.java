package dev.stator.lifecycle.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A post that every design stores in its own way.
 *
 * @param id        its name
 * @param owner     whose it is
 * @param created   when it was written
 * @param isDeleted whether it is in the trash
 * @param deleted   since when, if it is
 */
record Post(String id, String owner, Instant created, boolean isDeleted, Instant deleted) {
    static final Instant NOW = Instant.parse("2026-08-01T00:00:00Z");
    static final Duration RETENTION = Duration.ofDays(30);

    private static final int OWNERS = 10;
    private static final int BODY_CHARS = 600;
    private static final int STEP = 37;

    /** So many posts of ten owners, of which so many percent are deleted, and half of those longer ago than the retention. */
    static List<Post> all(int count, int percentDeleted) {
        List<Post> posts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int ofOwner = i / OWNERS;
            // A step that has no factor in common with a hundred spreads the deleted ones evenly.
            boolean isDeleted = ofOwner * STEP % 100 < percentDeleted;
            int daysAgo = ofOwner % 2 == 0 ? 40 : 5;
            posts.add(new Post(
                    String.format("p%05d", i),
                    "USER#u" + i % OWNERS,
                    NOW.minus(Duration.ofDays(100)).plus(Duration.ofMinutes(i)),
                    isDeleted,
                    NOW.minus(Duration.ofDays(daysAgo)).minus(Duration.ofMinutes(i))));
        }
        return posts;
    }

    Instant due() {
        return deleted.plus(RETENTION);
    }

    /** What it has in every design. */
    Map<String, AttributeValue> content() {
        Map<String, AttributeValue> content = new LinkedHashMap<>();
        content.put("PK", AttributeValue.fromS(owner));
        content.put("title", AttributeValue.fromS("Post " + id));
        content.put("body", AttributeValue.fromS("x".repeat(BODY_CHARS)));
        return content;
    }
}
