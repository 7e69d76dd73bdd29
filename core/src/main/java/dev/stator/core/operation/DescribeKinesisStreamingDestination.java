package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Tables;
import java.util.Objects;

/**
 * Lists the Kinesis streams that a table's changes go to: none, since Stator cannot send them there. Checks, in order:
 * constraints of TableName; the table exists.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeKinesisStreamingDestination.html">
 *     DescribeKinesisStreamingDestination</a>
 */
public final class DescribeKinesisStreamingDestination implements Operation {
    private final Tables tables;

    public DescribeKinesisStreamingDestination(Tables tables) {
        this.tables = tables;
    }

    static String read(RequestReader in) {
        String tableName = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        new Constraints().tableName("tableName", tableName).check();
        return Objects.requireNonNull(tableName);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        String name = tables.describe(read(in)).name();
        out.beginObject();
        out.field("TableName").string(name);
        out.field("KinesisDataStreamDestinations").beginArray().endArray();
        out.endObject();
    }
}
