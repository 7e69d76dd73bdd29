package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.capacity.Admission;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ThrottledException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.item.ItemSize;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.core.write.BatchWriter;
import dev.stator.core.write.BatchWriter.BatchWrite;
import dev.stator.core.write.ItemCollections;
import dev.stator.core.write.Written;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts and deletes up to 25 items, in any tables. Each write stands for itself, but all are checked before the first is
 * carried out. Checks, in order: constraints; values and sizes; then table by table that it exists, the keys against its
 * schema, and duplicates.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html">BatchWriteItem</a>
 */
public final class BatchWriteItem implements Operation {
    private static final int REQUESTS_MAX = 25;

    private final Engine engine;
    private final Tables tables;
    private final BatchWriter writer;

    public BatchWriteItem(Engine engine, Tables tables, BatchWriter writer) {
        this.engine = engine;
        this.tables = tables;
        this.writer = writer;
    }

    /** The request by table, as the tables are named in it. */
    record Request(
            Map<String, List<WriteRequest>> items, ConsumedCapacity.Detail capacityDetail, boolean collectionMetrics) {}

    /** A put or a delete: one of the two is null. */
    record WriteRequest(
            @Nullable InputAttributes item, @Nullable InputAttributes key) {
        /** Of the two the one that is there. */
        InputAttributes attributes() {
            return item != null ? item : Objects.requireNonNull(key);
        }

        /** Writes it as it was requested. */
        void write(JsonWriter out) {
            out.beginObject();
            if (item != null) {
                out.field("PutRequest").beginObject();
                out.field("Item").attributes(item.values());
                out.endObject();
            }
            if (key != null) {
                out.field("DeleteRequest").beginObject();
                out.field("Key").attributes(key.values());
                out.endObject();
            }
            out.endObject();
        }

        @Override
        public String toString() {
            return "WriteRequest(putRequest=" + (item == null ? "null" : "PutRequest(item=" + item.values() + ")")
                    + ", deleteRequest=" + (key == null ? "null" : "DeleteRequest(key=" + key.values() + ")") + ")";
        }
    }

    static Request read(RequestReader in) {
        Map<String, List<WriteRequest>> items = null;
        String returnConsumedCapacity = null;
        String returnItemCollectionMetrics = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "RequestItems" ->
                    items = in.map(
                            "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>", () -> readTable(in));
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                case "ReturnItemCollectionMetrics" -> returnItemCollectionMetrics = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        if (items != null && items.isEmpty()) {
            throw ApiException.validation("The requestItems parameter is required for BatchWriteItem");
        }
        Constraints constraints = new Constraints()
                .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
                .oneOf("returnItemCollectionMetrics", returnItemCollectionMetrics, "SIZE", "NONE")
                .notNull("requestItems", items);
        if (items != null) {
            check(constraints, items);
        }
        constraints.check();
        return new Request(
                Objects.requireNonNull(items),
                ConsumedCapacity.Detail.of(returnConsumedCapacity),
                "SIZE".equals(returnItemCollectionMetrics));
    }

    private static @Nullable List<WriteRequest> readTable(RequestReader in) {
        List<@Nullable WriteRequest> requests = in.list(() -> readRequest(in));
        if (requests == null) {
            return null;
        }
        List<WriteRequest> present = new ArrayList<>(requests.size());
        for (WriteRequest request : requests) {
            present.add(request == null ? new WriteRequest(null, null) : request);
        }
        return present;
    }

    private static @Nullable WriteRequest readRequest(RequestReader in) {
        if (!in.beginElement("WriteRequest")) {
            return null;
        }
        InputAttributes item = null;
        InputAttributes key = null;
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "PutRequest" -> item = readOnly(in, "PutRequest", "Item");
                case "DeleteRequest" -> key = readOnly(in, "DeleteRequest", "Key");
                default -> in.skip();
            }
        }
        return new WriteRequest(item, key);
    }

    private static @Nullable InputAttributes readOnly(RequestReader in, String type, String name) {
        if (!in.beginStructure(type)) {
            return null;
        }
        InputAttributes attributes = InputAttributes.EMPTY;
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            if (member.equals(name)) {
                InputAttributes read = AttributeReader.attributes(in);
                attributes = read == null ? attributes : read;
            } else {
                in.skip();
            }
        }
        return attributes;
    }

    private static void check(Constraints constraints, Map<String, List<WriteRequest>> items) {
        items.keySet().forEach(table -> constraints.mapKey("requestItems", table));
        boolean tooMany = items.values().stream().anyMatch(requests -> requests.size() > REQUESTS_MAX);
        boolean none = items.values().stream().anyMatch(List::isEmpty);
        if (tooMany || none) {
            constraints.add(
                    "'" + items + "'",
                    "requestItems",
                    "Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must"
                            + " have length greater than or equal to 1]");
        }
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        request.items().values().forEach(BatchWriteItem::checkValues);
        int count = request.items().values().stream().mapToInt(List::size).sum();
        if (count > REQUESTS_MAX) {
            throw ApiException.validation("Too many items requested for the BatchWriteItem call");
        }
        List<BatchWrite> writes = new ArrayList<>(count);
        // One table may be there twice, by its name and by its ARN.
        Set<Target> seen = new HashSet<>();
        request.items().forEach((name, requests) -> plan(name, requests, seen, writes));
        write(request, writes, writer.write(writes, refusals(request, session.admission())), out);
    }

    /** For each write in the order of the request why it is not admitted, null if it is; empty if all are. */
    private List<@Nullable ThrottledException> refusals(Request request, Admission admission) {
        if (admission == Admission.ALL) {
            return List.of();
        }
        List<@Nullable ThrottledException> refusals = new ArrayList<>();
        request.items().forEach((name, requests) -> {
            Table table = tables.get(name);
            for (WriteRequest each : requests) {
                refusals.add(admission.refusalOfWrite(table, each.attributes().values()));
            }
        });
        return refusals;
    }

    private static void checkValues(List<WriteRequest> requests) {
        for (WriteRequest request : requests) {
            InputAttributes item = request.item();
            InputAttributes key = request.key();
            if ((item == null) == (key == null)) {
                throw ApiException.validation("Supplied AttributeValue has more than one datatypes set, must contain"
                        + " exactly one of the supported datatypes");
            }
            if (key != null) {
                key.check();
            }
            if (item != null) {
                item.check();
                if (ItemSize.isTooLarge(item.values())) {
                    throw ApiException.validation("Item size has exceeded the maximum allowed size");
                }
            }
        }
    }

    /** An item, whichever way its table is named. */
    private record Target(int treeId, EntryKey key) {}

    private void plan(String name, List<WriteRequest> requests, Set<Target> seen, List<BatchWrite> writes) {
        Table table = tables.get(name);
        for (WriteRequest request : requests) {
            BatchWrite write = plan(name, table, request);
            if (!seen.add(new Target(write.treeId(), write.key()))) {
                throw ApiException.validation("Provided list of item keys contains duplicates");
            }
            writes.add(write);
        }
    }

    private static BatchWrite plan(String name, Table table, WriteRequest request) {
        if (request.item() != null) {
            // DynamoDB: a batch tells of a put's missing or mistyped key what it tells of a delete's.
            KeyChecks.checkKeyParts(table.keys(), request.item().values());
            KeyChecks.checkItem(table, request.item().values());
            EncodedItem item = EncodedItem.of(new Item(request.item().values()));
            return new BatchWrite(name, table.id(), EntryKeys.ofTable(table.keys(), item), item);
        }
        Map<String, AttributeValue> key = Objects.requireNonNull(request.key()).values();
        KeyChecks.checkKey(table.keys(), key);
        return new BatchWrite(name, table.id(), EntryKeys.ofTable(table.keys(), new Item(key)), null);
    }

    private void write(Request request, List<BatchWrite> writes, List<@Nullable Written> written, JsonWriter out) {
        out.beginObject();
        writeUnprocessed(request, written, out);
        if (request.capacityDetail() != ConsumedCapacity.Detail.NONE) {
            Map<String, ConsumedCapacity> consumed = new LinkedHashMap<>();
            for (int i = 0; i < writes.size(); i++) {
                Written one = written.get(i);
                if (one != null) {
                    consumed.computeIfAbsent(writes.get(i).tableName(), ConsumedCapacity::new)
                            .add(one.capacity());
                }
            }
            out.field("ConsumedCapacity").beginArray();
            consumed.values().forEach(table -> table.write(out, request.capacityDetail()));
            out.endArray();
        }
        if (request.collectionMetrics()) {
            writeCollectionMetrics(request, writes, written, out);
        }
        out.endObject();
    }

    /** Gives back what has to wait for units, as it was requested: the writes are in the order of the request. */
    private static void writeUnprocessed(Request request, List<@Nullable Written> written, JsonWriter out) {
        out.field("UnprocessedItems").beginObject();
        int next = 0;
        for (Map.Entry<String, List<WriteRequest>> table : request.items().entrySet()) {
            List<WriteRequest> unprocessed = new ArrayList<>();
            for (WriteRequest each : table.getValue()) {
                if (written.get(next++) == null) {
                    unprocessed.add(each);
                }
            }
            if (!unprocessed.isEmpty()) {
                out.field(table.getKey()).beginArray();
                unprocessed.forEach(each -> each.write(out));
                out.endArray();
            }
        }
        out.endObject();
    }

    private void writeCollectionMetrics(
            Request request, List<BatchWrite> writes, List<@Nullable Written> written, JsonWriter out) {
        Map<String, Table> local = new LinkedHashMap<>();
        for (int i = 0; i < writes.size(); i++) {
            Written one = written.get(i);
            if (one != null && one.table().hasLocalIndexes()) {
                local.put(writes.get(i).tableName(), one.table());
            }
        }
        if (local.isEmpty()) {
            return;
        }
        out.field("ItemCollectionMetrics").beginObject();
        local.forEach((name, table) -> {
            Set<AttributeValue> partitionKeys =
                    partitionKeys(table, Objects.requireNonNull(request.items().get(name)));
            out.field(name);
            ItemCollections.writeMetrics(out, engine, table, partitionKeys);
        });
        out.endObject();
    }

    private static Set<AttributeValue> partitionKeys(Table table, List<WriteRequest> requests) {
        String attribute = table.keys().partition().getFirst().name();
        return requests.stream()
                .map(request ->
                        Objects.requireNonNull(request.attributes().values().get(attribute)))
                .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
    }
}
