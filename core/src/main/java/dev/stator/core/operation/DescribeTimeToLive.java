package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.Tables;
import dev.stator.core.table.TimeToLive;
import dev.stator.core.table.input.TableNameInput;

/**
 * Shows whether a table's items expire, and by which attribute.
 *
 * <p>Checks, in this order: TableName is there · its constraints · the table exists.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTimeToLive.html">
 *     DescribeTimeToLive</a>
 */
public final class DescribeTimeToLive implements Operation {
    private final Tables tables;

    public DescribeTimeToLive(Tables tables) {
        this.tables = tables;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        TimeToLive timeToLive = tables.describe(TableNameInput.read(in)).timeToLive();
        out.beginObject().field("TimeToLiveDescription").beginObject();
        if (timeToLive == null) {
            // DynamoDB: the attribute that it once was is forgotten.
            out.field("TimeToLiveStatus").string("DISABLED");
        } else {
            out.field("TimeToLiveStatus").string(timeToLive.status().name());
            out.field("AttributeName").string(timeToLive.attribute());
        }
        out.endObject().endObject();
    }
}
