package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.stream.Shard;
import dev.stator.core.stream.StreamArn;
import dev.stator.core.stream.StreamDefinition;
import dev.stator.core.stream.Streams;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes a stream, a page of its shards at a time, in order of their ids: so that a parent comes before its children. With
 * a ShardFilter only the children of one shard are shown.
 *
 * <p>Checks, in order: the constraints of all members together; StreamArn is the ARN of a stream; a ShardFilter has both
 * members; the stream exists. That there is no such shard to start behind is no error.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_DescribeStream.html">DescribeStream</a>
 */
public final class DescribeStream implements Operation {
    private static final int LIMIT_MAX = 100;

    private final Streams streams;

    public DescribeStream(Streams streams) {
        this.streams = streams;
    }

    private record Request(
            String streamArn,
            @Nullable String exclusiveStartShardId,
            @Nullable String parentShardId,
            int limit) {
        boolean wants(Shard shard) {
            return (exclusiveStartShardId == null || shard.id().compareTo(exclusiveStartShardId) > 0)
                    && (parentShardId == null || parentShardId.equals(shard.parentId()));
        }
    }

    private record Response(StreamDefinition stream, List<Shard> shards, boolean hasMore) {}

    private static Request read(RequestReader in) {
        String streamArn = null;
        String start = null;
        Integer limit = null;
        Filter filter = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "StreamArn" -> streamArn = in.string();
                case "ExclusiveStartShardId" -> start = in.string();
                case "Limit" -> limit = in.integer();
                case "ShardFilter" -> filter = Filter.read(in);
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints().notNull("streamArn", streamArn);
        StreamArn.constrain(constraints, "streamArn", streamArn);
        constraints.atLeast("limit", limit, 1).atMost("limit", limit, LIMIT_MAX);
        Shard.constrainId(constraints, "exclusiveStartShardId", start);
        if (filter != null) {
            constraints.oneOf("shardFilter.type", filter.type, "CHILD_SHARDS");
            Shard.constrainId(constraints, "shardFilter.shardId", filter.shardId);
        }
        constraints.check();
        String arn = StreamArn.check(streamArn);
        return new Request(
                arn, start, filter == null ? null : filter.checkedShardId(), limit == null ? LIMIT_MAX : limit);
    }

    /** Which shards to show. */
    private record Filter(@Nullable String type, @Nullable String shardId) {
        static @Nullable Filter read(RequestReader in) {
            if (!in.beginStructure("ShardFilter")) {
                return null;
            }
            String type = null;
            String shardId = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "Type" -> type = in.string();
                    case "ShardId" -> shardId = in.string();
                    default -> in.skip();
                }
            }
            return new Filter(type, shardId);
        }

        String checkedShardId() {
            if (type == null || shardId == null) {
                throw ApiException.validation("ShardFilter must have both Type and ShardId");
            }
            return shardId;
        }
    }

    @Override
    public String api() {
        return STREAMS;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        StreamDefinition stream = streams.get(request.streamArn);
        List<Shard> rest = streams.shards(request.streamArn).stream()
                .filter(request::wants)
                .toList();
        boolean hasMore = rest.size() > request.limit;
        write(new Response(stream, hasMore ? rest.subList(0, request.limit) : rest, hasMore), out);
    }

    private static void write(Response response, JsonWriter out) {
        StreamDefinition stream = response.stream;
        out.beginObject().field("StreamDescription").beginObject();
        out.field("StreamArn").string(stream.arn());
        out.field("StreamLabel").string(stream.label());
        out.field("StreamStatus").string(stream.isEnabled() ? "ENABLED" : "DISABLED");
        out.field("StreamViewType").string(stream.viewType().name());
        out.field("CreationRequestDateTime").number(stream.created().toEpochMilli() / 1000.0);
        out.field("TableName").string(stream.tableName());
        out.field("KeySchema").beginArray();
        writeKey(stream.hash(), "HASH", out);
        if (stream.range() != null) {
            writeKey(stream.range(), "RANGE", out);
        }
        out.endArray();
        out.field("Shards").beginArray();
        response.shards.forEach(shard -> shard.write(out));
        out.endArray();
        if (response.hasMore) {
            out.field("LastEvaluatedShardId").string(response.shards.getLast().id());
        }
        out.endObject().endObject();
    }

    private static void writeKey(String name, String type, JsonWriter out) {
        out.beginObject();
        out.field("AttributeName").string(name);
        out.field("KeyType").string(type);
        out.endObject();
    }
}
