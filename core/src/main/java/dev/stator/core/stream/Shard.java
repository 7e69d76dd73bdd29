package dev.stator.core.stream;

import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.storage.TokenRange;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A shard: the records of the items whose partition keys have their tokens in a range, from one sequence number on until it
 * is closed. Immutable.
 *
 * @param id       orders the shards of a stream so that a parent comes before its children
 * @param parentId the shard that it came from, which may be forgotten already; null for one of the first
 * @param start    the first sequence number that it may have
 * @param end      the last one, or null while it is open
 * @param closed   when it was closed, or null
 */
public record Shard(
        String id,
        @Nullable String parentId,
        TokenRange tokens,
        long start,
        @Nullable Long end,
        Instant created,
        @Nullable Instant closed) {
    private static final int ID_LENGTH_MIN = 28;
    private static final int ID_LENGTH_MAX = 65;
    private static final String ID_PREFIX = "shardId-";
    private static final int ID_DIGITS = 20;

    /** An open shard. DynamoDB: the first number is the time of creation, in which the adapter for the KCL trusts. */
    static Shard open(@Nullable String parentId, TokenRange tokens, long start, long idMillis, Instant now) {
        String id = String.format(Locale.ROOT, ID_PREFIX + "%020d-%08x", idMillis, tokens.first() >>> 32);
        return new Shard(id, parentId, tokens, start, null, now, null);
    }

    /** So many open shards, with which a stream begins. */
    static List<Shard> first(int count, Instant created) {
        List<Shard> first = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            first.add(open(null, TokenRange.segment(i, count), 1, created.toEpochMilli(), created));
        }
        return first;
    }

    /** Adds what the model says of the length of a shard's id. */
    public static void constrainId(Constraints constraints, String path, @Nullable String id) {
        constraints.length(path, id, ID_LENGTH_MIN, ID_LENGTH_MAX);
    }

    /** Writes the shard as DescribeStream shows it. */
    public void write(JsonWriter out) {
        out.beginObject();
        out.field("ShardId").string(id);
        out.field("SequenceNumberRange").beginObject();
        out.field("StartingSequenceNumber").string(SequenceNumber.text(start));
        if (end != null) {
            out.field("EndingSequenceNumber").string(SequenceNumber.text(end));
        }
        out.endObject();
        if (parentId != null) {
            out.field("ParentShardId").string(parentId);
        }
        out.endObject();
    }

    Shard close(long lastSequence, Instant now) {
        return new Shard(id, parentId, tokens, start, lastSequence, created, now);
    }

    public boolean isOpen() {
        return end == null;
    }

    /** The time in its id. */
    long idMillis() {
        return Long.parseLong(id.substring(ID_PREFIX.length(), ID_PREFIX.length() + ID_DIGITS));
    }

    /** Where its records lie in the stream's tree. */
    byte[] collection() {
        return id.getBytes(StandardCharsets.US_ASCII);
    }

    /** How many tokens it has, less one, unsigned. */
    long width() {
        return tokens.last() - tokens.first();
    }
}
