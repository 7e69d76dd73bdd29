package dev.stator.core.operation;

import dev.stator.core.Limits;
import dev.stator.core.Session;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.stream.StreamPage;
import dev.stator.core.stream.Streams;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads records from an iterator on, up to 1,000 or 1 MB. The answer has the iterator to go on with, unless the shard is
 * closed and has been read to its end.
 *
 * <p>Checks, in order: the constraints of both members together; the iterator is one that was given; it has not expired; the
 * stream exists; nothing from there on has been trimmed.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html">GetRecords</a>
 */
public final class GetRecords implements Operation {
    private static final int LIMIT_MAX = 1_000;
    private static final int ITERATOR_LENGTH_MAX = 2_048;

    private final Streams streams;
    private final Limits limits;

    public GetRecords(Streams streams, Limits limits) {
        this.streams = streams;
        this.limits = limits;
    }

    private record Request(String shardIterator, int limit) {}

    private static Request read(RequestReader in) {
        String iterator = null;
        Integer limit = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "ShardIterator" -> iterator = in.string();
                case "Limit" -> limit = in.integer();
                default -> in.skip();
            }
        }
        in.endBody();
        return check(iterator, limit);
    }

    private static Request check(@Nullable String iterator, @Nullable Integer limit) {
        new Constraints()
                .notNull("shardIterator", iterator)
                .length("shardIterator", iterator, 1, ITERATOR_LENGTH_MAX)
                .atLeast("limit", limit, 1)
                .atMost("limit", limit, LIMIT_MAX)
                .check();
        return new Request(Objects.requireNonNull(iterator), limit == null ? LIMIT_MAX : limit);
    }

    @Override
    public String api() {
        return STREAMS;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        write(streams.read(request.shardIterator, request.limit, limits.pageBytesMax()), out);
    }

    private static void write(StreamPage page, JsonWriter out) {
        out.beginObject();
        page.write(out.field("Records"));
        if (page.next() != null) {
            out.field("NextShardIterator").string(page.next());
        }
        out.endObject();
    }
}
