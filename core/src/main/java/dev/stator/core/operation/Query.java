package dev.stator.core.operation;

import dev.stator.core.Limits;
import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.capacity.Throttle;
import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Condition;
import dev.stator.core.expression.ExpressionParameters;
import dev.stator.core.expression.KeyConditionExpression;
import dev.stator.core.expression.KeyConditions;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.expression.Substitutions;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.read.PageReader;
import dev.stator.core.read.QuerySlice;
import dev.stator.core.read.ReadPlan;
import dev.stator.core.read.ReadSource;
import dev.stator.core.read.Selection;
import dev.stator.core.read.StartKey;
import dev.stator.core.request.LegacyReader;
import dev.stator.core.request.PageParameters;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one item collection, or a range of it, in the order of its sort key, page by page. Checks, in order: constraints;
 * expressions against legacy parameters; QueryFilter; AttributesToGet; the values of the start key; Select; the
 * expressions; the table and its index; the start key and the key conditions, attribute by attribute; projection and
 * filter against the keys.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html">Query</a>
 */
public final class Query implements PlannedRead {
    private final Engine engine;
    private final Tables tables;
    private final CapacityMeter meter;
    private final Limits limits;

    public Query(Engine engine, Tables tables, CapacityMeter meter, Limits limits) {
        this.engine = engine;
        this.tables = tables;
        this.meter = meter;
        this.limits = limits;
    }

    /** The request, with its expressions bound. */
    record Request(
            PageParameters parameters,
            KeyConditions keyConditions,
            @Nullable Condition filter,
            @Nullable ProjectionExpression projection,
            Direction direction) {}

    static Request read(RequestReader in) {
        PageParameters parameters = new PageParameters("QueryFilter");
        String keyConditionExpression = null;
        Map<String, LegacyReader.InputCondition> keyConditions = null;
        Boolean scanIndexForward = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "KeyConditionExpression" -> keyConditionExpression = in.string();
                case "KeyConditions" -> keyConditions = LegacyReader.conditions(in);
                case "ScanIndexForward" -> scanIndexForward = in.bool();
                default -> parameters.readOrSkip(member, in);
            }
        }
        in.endBody();
        Constraints constraints = new Constraints();
        parameters.check(constraints);
        LegacyReader.checkKeyConditions(constraints, keyConditions);
        constraints.check();
        checkForms(parameters, keyConditionExpression, keyConditions);
        return bind(
                parameters,
                keyConditionExpression,
                keyConditions,
                Boolean.FALSE.equals(scanIndexForward) ? Direction.REVERSE : Direction.FORWARD);
    }

    private static void checkForms(
            PageParameters parameters,
            @Nullable String keyConditionExpression,
            @Nullable Map<String, LegacyReader.InputCondition> keyConditions) {
        new ExpressionParameters()
                .expression("ProjectionExpression", parameters.projectionExpression())
                .expression("FilterExpression", parameters.filterExpression())
                .expression("KeyConditionExpression", keyConditionExpression)
                .legacy("AttributesToGet", parameters.attributesToGet())
                .legacy("QueryFilter", parameters.legacyFilter())
                .legacy("ConditionalOperator", parameters.conditionalOperator())
                .legacy("KeyConditions", keyConditions)
                .check(parameters.names() != null, parameters.values() != null);
        parameters.bindLegacyFilter();
        parameters.checkAttributesToGet();
        parameters.checkStartKeyValues();
        if (keyConditionExpression == null && keyConditions == null) {
            throw ApiException.validation(
                    "Either the KeyConditions or KeyConditionExpression parameter must be specified"
                            + " in the request.");
        }
        parameters.checkSelect("Querying");
    }

    private static Request bind(
            PageParameters parameters,
            @Nullable String keyConditionExpression,
            @Nullable Map<String, LegacyReader.InputCondition> legacyKeyConditions,
            Direction direction) {
        Substitutions substitutions = parameters.substitutions();
        KeyConditionExpression keyExpression = keyConditionExpression == null
                ? null
                : KeyConditionExpression.parse(keyConditionExpression, substitutions);
        Condition filter = parameters.filter(substitutions);
        ProjectionExpression projection = parameters.projection(substitutions);
        substitutions.checkAllUsed();
        KeyConditions keyConditions = keyExpression != null
                ? keyExpression.conditions()
                : LegacyReader.keyConditions(legacyKeyConditions == null ? Map.of() : legacyKeyConditions);
        int count = keyConditions.byAttribute().size();
        if (count == 0) {
            throw ApiException.validation("Conditions can be of length 1 or 2 only");
        }
        return new Request(parameters, keyConditions, filter, projection, direction);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        ReadPlan plan = plan(request);
        Table table = plan.source().table();
        byte[] collection = ((ReadPlan.Slice) plan.stretch()).slice().collection();
        meter.throttle().admitRead(table, plan.source().index(), collection);
        PageReader page = new PageReader(engine, plan, limits.pageBytesMax(), out);
        out.beginObject();
        page.write(() -> plan.visit(engine, page));
        ConsumedCapacity consumed = page.consumed(plan.tableName());
        meter.addPage(table, consumed, false, page.count(), page.scannedCount());
        meter.throttle()
                .chargePartition(table, plan.source().index(), Throttle.Direction.READ, collection, consumed.total());
        consumed.writeMember(out, request.parameters().capacityDetail());
        out.endObject();
    }

    @Override
    public ReadPlan plan(RequestReader in) {
        return plan(read(in));
    }

    private ReadPlan plan(Request request) {
        PageParameters parameters = request.parameters();
        Table table = tables.get(parameters.tableName());
        ReadSource source = ReadSource.of(table, parameters.indexName(), parameters.consistentRead());
        StartKey startKey = parameters.exclusiveStartKey() == null
                ? null
                : StartKey.ofQuery(source, parameters.exclusiveStartKey());
        QuerySlice slice = QuerySlice.of(source, request.keyConditions(), startKey);
        EntryKey start = startKey == null ? null : startKey.entryKey();
        if (start != null) {
            slice.checkStart(start);
        }
        if (request.projection() != null) {
            KeyChecks.checkPaths(table, request.projection().nestedAttributes());
        }
        parameters.checkFilterAvoidsKeys(source, request.filter());
        Selection selection = Selection.of(source, parameters.select(), request.projection());
        if (request.filter() != null) {
            KeyChecks.checkPaths(table, request.filter().nestedAttributes());
        }
        return new ReadPlan(
                parameters.tableName(),
                source,
                selection,
                request.filter(),
                parameters.limit(),
                parameters.consistentRead(),
                new ReadPlan.Slice(slice, request.direction(), start));
    }
}
