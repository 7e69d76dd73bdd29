package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.CancellationReason;
import dev.stator.core.error.TransactionCanceledException;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.item.ItemSize;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.read.ItemReader;
import dev.stator.core.read.TransactionReader;
import dev.stator.core.read.TransactionReader.ItemKey;
import dev.stator.core.request.ProjectionParameters;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.storage.EntryKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads up to 100 items from any tables, as they were at one moment. Checks, in order: constraints; get by get the key values
 * and the projection; that the tables exist; the keys, which cancel the transaction; that no item is named twice; the size of
 * all that was read.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html">TransactGetItems</a>
 */
public final class TransactGetItems implements Operation {
    private static final int GETS_MAX = 100;

    private final Tables tables;
    private final CapacityMeter meter;
    private final TransactionReader reader;

    public TransactGetItems(Tables tables, CapacityMeter meter, TransactionReader reader) {
        this.tables = tables;
        this.meter = meter;
        this.reader = reader;
    }

    /** The request, with its projections bound. */
    record Request(List<Get> gets, ConsumedCapacity.Detail capacityDetail) {}

    /** One item to read. */
    record Get(String tableName, Item key, @Nullable ProjectionExpression projection) {}

    /** The members of one get as they came; null where the element has no Get. */
    private record Parameters(
            @Nullable String tableName, @Nullable InputAttributes key, ProjectionParameters projection) {
        @Override
        public String toString() {
            return "TransactGetItem(get=Get(key=" + (key == null ? "null" : key.values()) + ", tableName=" + tableName
                    + "))";
        }
    }

    static Request read(RequestReader in) {
        List<@Nullable Parameters> items = null;
        String returnConsumedCapacity = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TransactItems" -> items = in.list(() -> readItem(in));
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints()
                .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
                .notNull("transactItems", items)
                .length("transactItems", items, 1, GETS_MAX);
        List<Parameters> present = check(constraints, items);
        return new Request(
                present.stream().map(TransactGetItems::bind).toList(),
                ConsumedCapacity.Detail.of(returnConsumedCapacity));
    }

    private static @Nullable Parameters readItem(RequestReader in) {
        if (!in.beginElement("TransactGetItem")) {
            return null;
        }
        Parameters get = null;
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            if (member.equals("Get")) {
                get = readGet(in);
            } else {
                in.skip();
            }
        }
        return get;
    }

    private static @Nullable Parameters readGet(RequestReader in) {
        if (!in.beginStructure("Get")) {
            return null;
        }
        String tableName = null;
        InputAttributes key = null;
        ProjectionParameters projection = new ProjectionParameters();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "Key" -> key = AttributeReader.attributes(in);
                // The legacy parameter of GetItem is none of a transaction's.
                case "AttributesToGet" -> in.skip();
                default -> projection.readOrSkip(member, in);
            }
        }
        return new Parameters(tableName, key, projection);
    }

    private static List<Parameters> check(Constraints constraints, @Nullable List<@Nullable Parameters> items) {
        List<Parameters> present = new ArrayList<>();
        for (int i = 0; items != null && i < items.size(); i++) {
            String path = "transactItems." + (i + 1) + ".member.get";
            Parameters get = items.get(i);
            constraints.notNull(path, get);
            if (get != null) {
                constraints.tableName(path + ".tableName", get.tableName()).notNull(path + ".key", get.key());
                present.add(get);
            }
        }
        constraints.check();
        return present;
    }

    private static Get bind(Parameters get) {
        InputAttributes key = Objects.requireNonNull(get.key());
        get.projection().checkForms();
        key.check();
        return new Get(
                Objects.requireNonNull(get.tableName()),
                new Item(key.values()),
                get.projection().bind());
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        List<Table> getTables =
                request.gets().stream().map(get -> tables.get(get.tableName())).toList();
        List<ItemKey> keys = plan(request.gets(), getTables);
        List<@Nullable EncodedItem> items = reader.read(keys);
        ItemSize.checkTransaction(items.stream()
                .filter(Objects::nonNull)
                .mapToLong(EncodedItem::sizeBytes)
                .sum());
        Map<String, ConsumedCapacity> consumed = new LinkedHashMap<>();
        for (int i = 0; i < items.size(); i++) {
            String tableName = request.gets().get(i).tableName();
            EncodedItem item = items.get(i);
            ConsumedCapacity capacity = ItemReader.consumedInTransaction(tableName, item);
            meter.addRead(getTables.get(i), null, keys.get(i).key().collection(), capacity);
            consumed.computeIfAbsent(tableName, ConsumedCapacity::transactionalRead)
                    .add(capacity);
        }
        write(request, items, consumed, out);
    }

    private static List<ItemKey> plan(List<Get> gets, List<Table> getTables) {
        List<ItemKey> keys = new ArrayList<>(gets.size());
        List<CancellationReason> reasons = new ArrayList<>(gets.size());
        for (int i = 0; i < gets.size(); i++) {
            try {
                keys.add(plan(gets.get(i), getTables.get(i)));
                reasons.add(CancellationReason.NONE);
            } catch (ApiException e) {
                reasons.add(CancellationReason.of(e));
            }
        }
        TransactionCanceledException.check(reasons);
        Set<ItemName> items = new HashSet<>();
        for (ItemKey key : keys) {
            if (!items.add(new ItemName(key.table().id(), key.key()))) {
                throw ApiException.validation("Transaction request cannot include multiple operations on one item");
            }
        }
        return keys;
    }

    /** An item, whether its table is named by name or ARN. */
    private record ItemName(int treeId, EntryKey key) {}

    private static ItemKey plan(Get get, Table table) {
        KeyChecks.checkKey(table.keys(), get.key().attributes());
        if (get.projection() != null) {
            KeyChecks.checkPaths(table, get.projection().nestedAttributes());
        }
        return new ItemKey(table, EntryKeys.ofTable(table.keys(), get.key()));
    }

    private static void write(
            Request request,
            List<@Nullable EncodedItem> items,
            Map<String, ConsumedCapacity> consumed,
            JsonWriter out) {
        out.beginObject();
        if (request.capacityDetail() != ConsumedCapacity.Detail.NONE) {
            out.field("ConsumedCapacity").beginArray();
            consumed.values().forEach(table -> table.write(out, request.capacityDetail()));
            out.endArray();
        }
        out.field("Responses").beginArray();
        for (int i = 0; i < items.size(); i++) {
            out.beginObject();
            writeItem(items.get(i), request.gets().get(i).projection(), out);
            out.endObject();
        }
        out.endArray();
        out.endObject();
    }

    // DynamoDB: where a projection leaves nothing, there is no Item either.
    private static void writeItem(
            @Nullable EncodedItem item, @Nullable ProjectionExpression projection, JsonWriter out) {
        if (item == null) {
            return;
        }
        if (projection == null) {
            out.field("Item").attributes(item);
            return;
        }
        Item projected = projection.apply(item);
        if (!projected.attributes().isEmpty()) {
            out.field("Item").attributes(projected);
        }
    }
}
