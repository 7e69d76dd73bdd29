package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.stream.StreamArn;
import dev.stator.core.stream.StreamDefinition;
import dev.stator.core.stream.Streams;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the streams of all tables or of one, those that were disabled less than a day ago too, a page at a time.
 *
 * <p>Checks, in order: the constraints of all members together; ExclusiveStartStreamArn is the ARN of a stream. That there is
 * no such table, or no such stream to start behind, is no error.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_ListStreams.html">ListStreams</a>
 */
public final class ListStreams implements Operation {
    private static final int LIMIT_MAX = 100;

    private final Streams streams;

    public ListStreams(Streams streams) {
        this.streams = streams;
    }

    private record Request(
            @Nullable String tableName, @Nullable String exclusiveStartStreamArn, int limit) {}

    private record Response(List<StreamDefinition> streams, boolean hasMore) {}

    private static Request read(RequestReader in) {
        String tableName = null;
        String start = null;
        Integer limit = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "ExclusiveStartStreamArn" -> start = in.string();
                case "Limit" -> limit = in.integer();
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints().name("tableName", tableName);
        StreamArn.constrain(constraints, "exclusiveStartStreamArn", start);
        constraints.atLeast("limit", limit, 1).atMost("limit", limit, LIMIT_MAX).check();
        if (start != null) {
            StreamArn.check(start);
        }
        return new Request(tableName, start, limit == null ? LIMIT_MAX : limit);
    }

    @Override
    public String api() {
        return STREAMS;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        String tableName = request.tableName;
        String start = request.exclusiveStartStreamArn;
        List<StreamDefinition> rest = streams.all().stream()
                .filter(stream -> tableName == null || stream.tableName().equals(tableName))
                .filter(stream -> start == null || stream.arn().compareTo(start) > 0)
                .toList();
        boolean hasMore = rest.size() > request.limit;
        write(new Response(hasMore ? rest.subList(0, request.limit) : rest, hasMore), out);
    }

    private static void write(Response response, JsonWriter out) {
        out.beginObject();
        out.field("Streams").beginArray();
        for (StreamDefinition stream : response.streams) {
            out.beginObject();
            out.field("StreamArn").string(stream.arn());
            out.field("TableName").string(stream.tableName());
            out.field("StreamLabel").string(stream.label());
            out.endObject();
        }
        out.endArray();
        if (response.hasMore) {
            out.field("LastEvaluatedStreamArn")
                    .string(response.streams.getLast().arn());
        }
        out.endObject();
    }
}
