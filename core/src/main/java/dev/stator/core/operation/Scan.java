package dev.stator.core.operation;

import dev.stator.core.Limits;
import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Condition;
import dev.stator.core.expression.ExpressionParameters;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.expression.Substitutions;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.read.PageReader;
import dev.stator.core.read.ReadPlan;
import dev.stator.core.read.ReadSource;
import dev.stator.core.read.Selection;
import dev.stator.core.read.StartKey;
import dev.stator.core.request.PageParameters;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Token;
import dev.stator.storage.TokenRange;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole table or index, or one of up to a million equal segments of it, page by page. Checks, in order:
 * constraints; expressions against legacy parameters; AttributesToGet; ScanFilter; the values of the start key; segments;
 * Select; the expressions; the table and its index; the start key's part that is the index's key; Select against the index;
 * the rest of the start key; projection and filter against the keys.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html">Scan</a>
 */
public final class Scan implements PlannedRead {
    private static final int SEGMENTS_MAX = 1_000_000;

    private final Engine engine;
    private final Tables tables;
    private final CapacityMeter meter;
    private final Limits limits;

    public Scan(Engine engine, Tables tables, CapacityMeter meter, Limits limits) {
        this.engine = engine;
        this.tables = tables;
        this.meter = meter;
        this.limits = limits;
    }

    /** The request, with its expressions bound; no segments is one of one. */
    record Request(
            PageParameters parameters,
            @Nullable Condition filter,
            @Nullable ProjectionExpression projection,
            int segment,
            int totalSegments) {}

    static Request read(RequestReader in) {
        PageParameters parameters = new PageParameters("ScanFilter");
        Integer segment = null;
        Integer totalSegments = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "Segment" -> segment = in.integer();
                case "TotalSegments" -> totalSegments = in.integer();
                default -> parameters.readOrSkip(member, in);
            }
        }
        in.endBody();
        Constraints constraints = new Constraints()
                .atLeast("totalSegments", totalSegments, 1)
                .atMost("totalSegments", totalSegments, SEGMENTS_MAX)
                .atLeast("segment", segment, 0)
                .atMost("segment", segment, SEGMENTS_MAX - 1);
        parameters.check(constraints);
        constraints.check();
        new ExpressionParameters()
                .expression("ProjectionExpression", parameters.projectionExpression())
                .expression("FilterExpression", parameters.filterExpression())
                .legacy("AttributesToGet", parameters.attributesToGet())
                .legacy("ScanFilter", parameters.legacyFilter())
                .legacy("ConditionalOperator", parameters.conditionalOperator())
                .check(parameters.names() != null, parameters.values() != null);
        parameters.checkAttributesToGet();
        parameters.bindLegacyFilter();
        parameters.checkStartKeyValues();
        checkSegments(segment, totalSegments);
        parameters.checkSelect("Scanning");
        Substitutions substitutions = parameters.substitutions();
        Condition filter = parameters.filter(substitutions);
        ProjectionExpression projection = parameters.projection(substitutions);
        substitutions.checkAllUsed();
        return new Request(
                parameters,
                filter,
                projection,
                segment == null ? 0 : segment,
                totalSegments == null ? 1 : totalSegments);
    }

    private static void checkSegments(@Nullable Integer segment, @Nullable Integer totalSegments) {
        if (segment != null && totalSegments == null) {
            throw ApiException.validation(
                    "The TotalSegments parameter is required but was not present in the request when"
                            + " Segment parameter is present");
        }
        if (totalSegments != null && segment == null) {
            throw ApiException.validation("The Segment parameter is required but was not present in the request when"
                    + " parameter TotalSegments is present");
        }
        if (segment != null && totalSegments != null && segment >= totalSegments) {
            throw ApiException.validation(
                    "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: "
                            + segment + " is not less than TotalSegments: " + totalSegments);
        }
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        ReadPlan plan = plan(request);
        Table table = plan.source().table();
        meter.throttle().admitRead(table, plan.source().index(), null);
        PageReader page = new PageReader(engine, plan, limits.pageBytesMax(), out);
        out.beginObject();
        page.write(() -> plan.visit(engine, page));
        ConsumedCapacity consumed = page.consumed(plan.tableName());
        meter.addPage(table, consumed, true, page.count(), page.scannedCount());
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
        TokenRange tokens = TokenRange.segment(request.segment(), request.totalSegments());
        StartKey startKey =
                parameters.exclusiveStartKey() == null ? null : StartKey.ofScan(source, parameters.exclusiveStartKey());
        Selection selection = Selection.of(source, parameters.select(), request.projection());
        EntryKey start = startKey == null ? null : startKey.entryKey();
        if (start != null && !tokens.contains(Token.of(start.collection()))) {
            throw ApiException.validation("The provided starting key is invalid: Invalid ExclusiveStartKey. Please use"
                    + " ExclusiveStartKey with correct Segment. TotalSegments: " + request.totalSegments()
                    + " Segment: "
                    + request.segment());
        }
        if (request.projection() != null) {
            KeyChecks.checkPaths(table, request.projection().nestedAttributes());
        }
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
                new ReadPlan.Segment(tokens, start));
    }
}
