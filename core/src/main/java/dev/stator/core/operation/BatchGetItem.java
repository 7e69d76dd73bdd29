package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.capacity.Admission;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ThrottledException;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.item.AttributeValue;
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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads up to 100 items by key, from any tables, up to 16 MB; the keys behind that come back as UnprocessedKeys. Checks, in
 * order: constraints; table by table the projection, the key values and duplicates; then table by table that it exists, and
 * the keys against its schema.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html">BatchGetItem</a>
 */
public final class BatchGetItem implements Operation {
    private static final int KEYS_MAX = 100;
    private static final int RESPONSE_BYTES_MAX = 16 << 20;

    private final Engine engine;
    private final Tables tables;
    private final CapacityMeter meter;

    public BatchGetItem(Engine engine, Tables tables, CapacityMeter meter) {
        this.engine = engine;
        this.tables = tables;
        this.meter = meter;
    }

    /** The request by table, as the tables are named in it. */
    record Request(Map<String, KeysAndAttributes> items, ConsumedCapacity.Detail capacityDetail) {}

    /** What is wanted of one table. */
    record KeysAndAttributes(List<InputAttributes> keys, boolean consistentRead, ProjectionParameters projection) {}

    static Request read(RequestReader in) {
        Map<String, KeysAndAttributes> items = null;
        String returnConsumedCapacity = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "RequestItems" -> items = in.map("KeysAndAttributes", () -> readTable(in));
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        if (items != null && items.isEmpty()) {
            throw ApiException.validation("The requestItems parameter is required for BatchGetItem");
        }
        Constraints constraints = new Constraints()
                .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
                .notNull("requestItems", items);
        if (items != null) {
            items.forEach((table, wanted) -> check(constraints, table, wanted));
        }
        constraints.check();
        return new Request(Objects.requireNonNull(items), ConsumedCapacity.Detail.of(returnConsumedCapacity));
    }

    private static @Nullable KeysAndAttributes readTable(RequestReader in) {
        if (!in.beginElement("KeysAndAttributes")) {
            return null;
        }
        List<@Nullable InputAttributes> keys = null;
        Boolean consistentRead = null;
        ProjectionParameters projection = new ProjectionParameters();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "Keys" -> keys = in.list(() -> AttributeReader.attributes(in));
                case "ConsistentRead" -> consistentRead = in.bool();
                default -> projection.readOrSkip(member, in);
            }
        }
        List<InputAttributes> present = new ArrayList<>();
        for (InputAttributes key : keys == null ? List.<@Nullable InputAttributes>of() : keys) {
            present.add(key == null ? InputAttributes.EMPTY : key);
        }
        return new KeysAndAttributes(present, Boolean.TRUE.equals(consistentRead), projection);
    }

    private static void check(Constraints constraints, String table, KeysAndAttributes wanted) {
        constraints.mapKey("requestItems", table);
        if (wanted.keys().isEmpty()) {
            constraints.addUnshown(
                    "RequestItems." + table + ".member.Keys", "Member must have length greater than or equal to 1");
        } else if (wanted.keys().size() > KEYS_MAX) {
            // DynamoDB: this violation, unlike others, does not show its value (conformance suite, us-east-1, 2026-05).
            constraints.addUnshown(
                    "RequestItems." + table + ".member.Keys",
                    "Member must have length less than or equal to " + KEYS_MAX);
        }
        wanted.projection().check(constraints, "requestItems." + table + ".member.attributesToGet");
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        Map<String, Plan> plans = plan(request);
        write(request, plans, session.admission(), out);
    }

    private Map<String, Plan> plan(Request request) {
        int keys = 0;
        Map<String, @Nullable ProjectionExpression> projections = new LinkedHashMap<>();
        for (Map.Entry<String, KeysAndAttributes> entry : request.items().entrySet()) {
            KeysAndAttributes wanted = entry.getValue();
            wanted.projection().checkForms();
            projections.put(entry.getKey(), wanted.projection().bind());
            checkKeys(wanted.keys());
            keys += wanted.keys().size();
            if (keys > KEYS_MAX) {
                throw ApiException.validation("Too many items requested for the BatchGetItem call");
            }
        }
        Map<String, Plan> plans = new LinkedHashMap<>();
        request.items().forEach((name, wanted) -> plans.put(name, plan(name, wanted, projections.get(name))));
        return plans;
    }

    private static void checkKeys(List<InputAttributes> keys) {
        Set<Map<String, AttributeValue>> seen = new HashSet<>();
        for (InputAttributes key : keys) {
            key.check();
            if (!seen.add(key.values())) {
                throw ApiException.validation("Provided list of item keys contains duplicates");
            }
        }
    }

    private Plan plan(String name, KeysAndAttributes wanted, @Nullable ProjectionExpression projection) {
        Table table = tables.get(name);
        wanted.keys().forEach(key -> KeyChecks.checkKey(table.keys(), key.values()));
        if (projection != null) {
            KeyChecks.checkPaths(table, projection.nestedAttributes());
        }
        return new Plan(table, wanted, projection, new ConsumedCapacity(name), new ArrayList<>());
    }

    /** The work on one table; keys that were not reached are gathered as unprocessed. */
    private record Plan(
            Table table,
            KeysAndAttributes wanted,
            @Nullable ProjectionExpression projection,
            ConsumedCapacity consumed,
            List<InputAttributes> unprocessed) {}

    /** How far the request has come. */
    private static final class Progress {
        private final Admission admission;
        private long bytes;
        private int keys;
        private @Nullable ThrottledException refused;

        Progress(Admission admission) {
            this.admission = admission;
        }
    }

    private void write(Request request, Map<String, Plan> plans, Admission admission, JsonWriter out) {
        out.beginObject();
        out.field("Responses").beginObject();
        Progress progress = new Progress(admission);
        for (Map.Entry<String, Plan> entry : plans.entrySet()) {
            out.field(entry.getKey()).beginArray();
            for (InputAttributes key : entry.getValue().wanted().keys()) {
                readOne(entry.getKey(), entry.getValue(), key, progress, out);
            }
            out.endArray();
        }
        out.endObject();
        if (progress.refused != null && progress.keys == 0) {
            throw progress.refused;
        }
        writeUnprocessed(plans, out);
        if (request.capacityDetail() != ConsumedCapacity.Detail.NONE) {
            out.field("ConsumedCapacity").beginArray();
            plans.values().forEach(plan -> plan.consumed().write(out, request.capacityDetail()));
            out.endArray();
        }
        out.endObject();
    }

    private void readOne(String tableName, Plan plan, InputAttributes key, Progress progress, JsonWriter out) {
        if (progress.bytes >= RESPONSE_BYTES_MAX) {
            plan.unprocessed().add(key);
            return;
        }
        boolean consistent = plan.wanted().consistentRead();
        EntryKey entryKey = EntryKeys.ofTable(plan.table().keys(), new Item(key.values()));
        try {
            progress.admission.admitRead(plan.table(), key.values());
            meter.throttle().admitRead(plan.table(), null, entryKey.collection());
        } catch (ThrottledException e) {
            // DynamoDB: what has to wait is left to the client, unless all of it has to.
            plan.unprocessed().add(key);
            progress.refused = e;
            return;
        }
        EncodedItem item = ItemReader.get(engine, plan.table(), entryKey, consistent);
        if (item != null && progress.bytes + item.sizeBytes() > RESPONSE_BYTES_MAX) {
            plan.unprocessed().add(key);
            progress.bytes = RESPONSE_BYTES_MAX;
            return;
        }
        ConsumedCapacity consumed = ItemReader.consumed(tableName, item, consistent);
        meter.addRead(plan.table(), null, entryKey.collection(), consumed);
        plan.consumed().add(consumed);
        progress.keys++;
        if (item != null) {
            ItemReader.write(out, item, plan.projection());
            progress.bytes += item.sizeBytes();
        }
    }

    private static void writeUnprocessed(Map<String, Plan> plans, JsonWriter out) {
        out.field("UnprocessedKeys").beginObject();
        plans.forEach((name, plan) -> {
            if (!plan.unprocessed().isEmpty()) {
                out.field(name).beginObject();
                out.field("Keys").beginArray();
                plan.unprocessed().forEach(key -> out.attributes(key.values()));
                out.endArray();
                if (plan.wanted().consistentRead()) {
                    out.field("ConsistentRead").bool(true);
                }
                plan.wanted().projection().write(out);
                out.endObject();
            }
        });
        out.endObject();
    }
}
