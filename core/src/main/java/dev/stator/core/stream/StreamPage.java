package dev.stator.core.stream;

import dev.stator.core.protocol.JsonWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some records of a shard, in order of their sequence numbers.
 *
 * @param next the iterator of the next page; null if the shard is closed and has been read to its end
 */
public record StreamPage(
        StreamDefinition stream,
        String shardId,
        List<StreamReader.PositionedRecord> records,
        @Nullable String next) {

    /** Writes the records as GetRecords returns them. */
    public void write(JsonWriter out) {
        out.beginArray();
        records.forEach(each -> each.record().write(stream, shardId, each.sequence(), out));
        out.endArray();
    }
}
