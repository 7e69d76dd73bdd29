package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.read.ItemReader;
import dev.stator.core.request.ProjectionParameters;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the item with a key. Checks, in order: constraints; expression against legacy parameters; key values; the
 * projection; the table; the key against its schema.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetItem.html">GetItem</a>
 */
public final class GetItem implements Operation {
    private final Engine engine;
    private final Tables tables;
    private final CapacityMeter meter;

    public GetItem(Engine engine, Tables tables, CapacityMeter meter) {
        this.engine = engine;
        this.tables = tables;
        this.meter = meter;
    }

    /** The request, with its projection bound. */
    record Request(
            String tableName,
            Item key,
            boolean consistentRead,
            ConsumedCapacity.Detail capacityDetail,
            @Nullable ProjectionExpression projection) {}

    static Request read(RequestReader in) {
        String tableName = null;
        InputAttributes key = null;
        Boolean consistentRead = null;
        String returnConsumedCapacity = null;
        ProjectionParameters projection = new ProjectionParameters();
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "Key" -> key = AttributeReader.attributes(in);
                case "ConsistentRead" -> consistentRead = in.bool();
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                default -> projection.readOrSkip(member, in);
            }
        }
        in.endBody();
        Constraints constraints = new Constraints()
                .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
                .tableName("tableName", tableName)
                .notNull("key", key);
        projection.check(constraints, "attributesToGet");
        constraints.check();
        projection.checkForms();
        Objects.requireNonNull(key).check();
        return new Request(
                Objects.requireNonNull(tableName),
                new Item(key.values()),
                Boolean.TRUE.equals(consistentRead),
                ConsumedCapacity.Detail.of(returnConsumedCapacity),
                projection.bind());
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        Table table = tables.get(request.tableName());
        KeyChecks.checkKey(table.keys(), request.key().attributes());
        if (request.projection() != null) {
            KeyChecks.checkPaths(table, request.projection().nestedAttributes());
        }
        EntryKey key = EntryKeys.ofTable(table.keys(), request.key());
        meter.throttle().admitRead(table, null, key.collection());
        EncodedItem item = ItemReader.get(engine, table, key, request.consistentRead());
        ConsumedCapacity consumed = ItemReader.consumed(request.tableName(), item, request.consistentRead());
        meter.addRead(table, null, key.collection(), consumed);
        write(request, item, consumed, out);
    }

    private static void write(Request request, @Nullable EncodedItem item, ConsumedCapacity consumed, JsonWriter out) {
        out.beginObject();
        if (item != null) {
            ItemReader.write(out.field("Item"), item, request.projection());
        }
        consumed.writeMember(out, request.capacityDetail());
        out.endObject();
    }
}
