package dev.stator.core.operation;

import dev.stator.core.Limits;
import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.item.Item;
import dev.stator.core.partiql.BoundStatement;
import dev.stator.core.partiql.NextToken;
import dev.stator.core.partiql.SelectPlan;
import dev.stator.core.partiql.SelectReader;
import dev.stator.core.partiql.WritePlan;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.request.StatementParameters;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.core.write.ItemWriter;
import dev.stator.core.write.Written;
import dev.stator.storage.Engine;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one PartiQL statement: reads a page of items, or writes one item. Checks, in order: constraints; the values of
 * the parameters; the statement's text, and what it says without its table; the table; index, keys and paths against it; the
 * token; then, for a write, as the operation that does the same.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteStatement.html">ExecuteStatement</a>
 */
public final class ExecuteStatement implements Operation {
    private static final int TOKEN_LENGTH_MAX = 32_768;

    private final Tables tables;
    private final CapacityMeter meter;
    private final ItemWriter writer;
    private final SelectReader reader;

    public ExecuteStatement(Engine engine, Tables tables, CapacityMeter meter, Limits limits, ItemWriter writer) {
        this.tables = tables;
        this.meter = meter;
        this.writer = writer;
        this.reader = new SelectReader(engine, limits.pageBytesMax());
    }

    /** The request, with its statement bound. */
    record Request(
            StatementParameters parameters,
            BoundStatement statement,
            int limit,
            @Nullable String nextToken,
            ConsumedCapacity.Detail capacityDetail) {}

    static Request read(RequestReader in) {
        StatementParameters parameters = new StatementParameters();
        Integer limit = null;
        String nextToken = null;
        String returnConsumedCapacity = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "Limit" -> limit = in.integer();
                case "NextToken" -> nextToken = in.string();
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                default -> {
                    if (!parameters.read(member, in)) {
                        in.skip();
                    }
                }
            }
        }
        in.endBody();
        Constraints constraints = new Constraints();
        parameters.check(constraints, "");
        constraints
                .length("nextToken", nextToken, 1, TOKEN_LENGTH_MAX)
                .atLeast("limit", limit, 1)
                .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
                .check();
        return new Request(
                parameters,
                parameters.bind(parameters.parse()),
                limit == null ? Integer.MAX_VALUE : limit,
                nextToken,
                ConsumedCapacity.Detail.of(returnConsumedCapacity));
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        if (request.statement() instanceof BoundStatement.Exists) {
            throw ApiException.validation("EXISTS() is only supported in ExecuteTransaction");
        }
        String tableName = request.statement().table().table();
        Table table = tables.get(tableName);
        if (request.statement() instanceof BoundStatement.Select select) {
            select(request, select, table, out);
        } else {
            WritePlan plan = WritePlan.of(
                    request.statement(), table, request.parameters().tellOld());
            Written written = writer.write(tableName, table.id(), plan.key(), plan.decision());
            write(request, plan.returned(written), written, out);
        }
    }

    private void select(Request request, BoundStatement.Select select, Table table, JsonWriter out) {
        StatementParameters parameters = request.parameters();
        SelectPlan plan = SelectPlan.of(select, table, parameters.consistentRead());
        NextToken tokens = new NextToken(table, parameters.statement(), parameters.parameters());
        SelectReader.Place start = request.nextToken() == null ? null : tokens.decode(request.nextToken(), plan);
        meter.throttle().admitRead(table, plan.source().index(), null);
        out.beginObject();
        out.field("Items");
        SelectReader.Page page =
                reader.read(plan, select.table().table(), request.limit(), parameters.consistentRead(), start, out);
        if (page.next() != null) {
            out.field("NextToken").string(tokens.encode(page.next()));
        }
        if (page.lastKey() != null) {
            out.field("LastEvaluatedKey").attributes(page.lastKey());
        }
        meter.addPage(table, page.consumed(), page.scan(), page.count(), page.scannedCount());
        page.consumed().writeMember(out, request.capacityDetail());
        out.endObject();
    }

    private static void write(Request request, @Nullable Item returned, Written written, JsonWriter out) {
        out.beginObject();
        out.field("Items").beginArray();
        if (returned != null) {
            out.attributes(returned);
        }
        out.endArray();
        written.capacity().writeMember(out, request.capacityDetail());
        out.endObject();
    }
}
