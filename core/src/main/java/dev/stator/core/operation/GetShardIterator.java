package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.stream.Shard;
import dev.stator.core.stream.StreamArn;
import dev.stator.core.stream.Streams;
import dev.stator.core.stream.Streams.Start;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives an iterator to read a shard with, for 15 minutes: from the oldest record, behind the newest, at a sequence number or
 * behind it.
 *
 * <p>Checks, in order: the constraints of all members together; StreamArn is the ARN of a stream; there is a SequenceNumber
 * exactly if the type needs one; the stream and the shard exist; the number is one of the shard; its records have not been
 * trimmed.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html">GetShardIterator</a>
 */
public final class GetShardIterator implements Operation {
    private static final int SEQUENCE_NUMBER_LENGTH_MIN = 21;
    private static final int SEQUENCE_NUMBER_LENGTH_MAX = 40;
    private static final String[] STARTS =
            Arrays.stream(Start.values()).map(Start::name).toArray(String[]::new);

    private final Streams streams;

    public GetShardIterator(Streams streams) {
        this.streams = streams;
    }

    private record Request(
            String streamArn,
            String shardId,
            Start type,
            @Nullable String sequenceNumber) {}

    private static Request read(RequestReader in) {
        String streamArn = null;
        String shardId = null;
        String type = null;
        String sequenceNumber = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "StreamArn" -> streamArn = in.string();
                case "ShardId" -> shardId = in.string();
                case "ShardIteratorType" -> type = in.string();
                case "SequenceNumber" -> sequenceNumber = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints().notNull("streamArn", streamArn);
        StreamArn.constrain(constraints, "streamArn", streamArn);
        constraints.notNull("shardId", shardId);
        Shard.constrainId(constraints, "shardId", shardId);
        constraints.notNull("shardIteratorType", type).oneOf("shardIteratorType", type, STARTS);
        constraints.length("sequenceNumber", sequenceNumber, SEQUENCE_NUMBER_LENGTH_MIN, SEQUENCE_NUMBER_LENGTH_MAX);
        constraints.check();
        String arn = StreamArn.check(streamArn);
        Start start = Start.valueOf(Objects.requireNonNull(type));
        check(start, sequenceNumber);
        return new Request(arn, Objects.requireNonNull(shardId), start, sequenceNumber);
    }

    private static void check(Start start, @Nullable String sequenceNumber) {
        if (start.needsSequenceNumber() && sequenceNumber == null) {
            throw ApiException.validation("SequenceNumber must be specified for ShardIteratorType " + start);
        }
        if (!start.needsSequenceNumber() && sequenceNumber != null) {
            throw ApiException.validation("SequenceNumber must not be specified for ShardIteratorType " + start);
        }
    }

    @Override
    public String api() {
        return STREAMS;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        String iterator = streams.iterator(request.streamArn, request.shardId, request.type, request.sequenceNumber);
        out.beginObject().field("ShardIterator").string(iterator).endObject();
    }
}
