package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.item.ItemSize;
import dev.stator.core.partiql.BoundStatement;
import dev.stator.core.partiql.ItemPlan;
import dev.stator.core.partiql.WritePlan;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.read.ItemReader;
import dev.stator.core.read.TransactionReader;
import dev.stator.core.request.StatementParameters;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.core.write.PayloadDigest;
import dev.stator.core.write.RequestToken;
import dev.stator.core.write.TransactionAction;
import dev.stator.core.write.TransactionWriter;
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
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Carries out up to 100 PartiQL statements, all or nothing: all of them read one item each, or all of them write or check
 * one item each. Checks, in order: constraints; statement by statement its text and what it says without its table; that not
 * some read and others write; statement by statement its table, and what it says against that; that no item is named twice;
 * the token; then, with the old items, conditions and updates, which cancel the transaction.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteTransaction.html">ExecuteTransaction</a>
 */
public final class ExecuteTransaction implements Operation {
    private static final int STATEMENTS_MAX = 100;
    private static final int TOKEN_LENGTH_MAX = 36;

    private final Engine engine;
    private final Tables tables;
    private final CapacityMeter meter;
    private final TransactionReader reader;
    private final TransactionWriter writer;

    public ExecuteTransaction(
            Engine engine, Tables tables, CapacityMeter meter, TransactionReader reader, TransactionWriter writer) {
        this.engine = engine;
        this.tables = tables;
        this.meter = meter;
        this.reader = reader;
        this.writer = writer;
    }

    /** The request, with its statements bound; the payload is the digest of them. */
    record Request(
            List<StatementParameters> parameters,
            List<BoundStatement> statements,
            @Nullable String token,
            byte[] payload,
            ConsumedCapacity.Detail capacityDetail) {
        boolean isRead() {
            return statements.getFirst() instanceof BoundStatement.Select;
        }
    }

    static Request read(RequestReader in) {
        List<@Nullable StatementParameters> statements = null;
        String token = null;
        String returnConsumedCapacity = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "TransactStatements" ->
                    statements = in.list(() -> StatementParameters.element("ParameterizedStatement", in));
                case "ClientRequestToken" -> token = in.string();
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints()
                .length("clientRequestToken", token, 1, TOKEN_LENGTH_MAX)
                .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
                .notNull("transactStatements", statements)
                .length("transactStatements", statements, 1, STATEMENTS_MAX);
        List<StatementParameters> present = new ArrayList<>();
        for (StatementParameters statement :
                statements == null ? List.<@Nullable StatementParameters>of() : statements) {
            present.add(statement == null ? new StatementParameters() : statement);
            present.getLast().check(constraints, "transactStatements." + present.size() + ".member.");
        }
        constraints.check();
        byte[] payload = PayloadDigest.of(token, digest -> present.forEach(statement -> statement.addTo(digest)));
        List<BoundStatement> bound = forEach(present.size(), i -> bind(present.get(i)));
        checkAlike(bound);
        return new Request(present, bound, token, payload, ConsumedCapacity.Detail.of(returnConsumedCapacity));
    }

    private static BoundStatement bind(StatementParameters parameters) {
        BoundStatement statement = parameters.bind(parameters.parse());
        boolean returning = (statement instanceof BoundStatement.Update update && update.returning() != null)
                || (statement instanceof BoundStatement.Delete delete && delete.returning() != null);
        if (returning) {
            throw ApiException.validation("RETURNING clause is not supported in ExecuteTransaction.");
        }
        return statement;
    }

    private static void checkAlike(List<BoundStatement> statements) {
        long reads = statements.stream()
                .filter(BoundStatement.Select.class::isInstance)
                .count();
        if (reads != 0 && reads != statements.size()) {
            throw ApiException.validation("A transaction can only have read statements or only have write statements");
        }
    }

    /** What a function gives for each statement; a ValidationException tells which one it is about. */
    private static <T> List<T> forEach(int statements, IntFunction<T> function) {
        List<T> results = new ArrayList<>(statements);
        for (int i = 0; i < statements; i++) {
            try {
                results.add(function.apply(i));
            } catch (ApiException e) {
                if (e.type() == ErrorType.VALIDATION) {
                    throw ApiException.validation(
                            "Validation failed in TransactStatements[" + i + "]: " + e.getMessage());
                }
                throw e;
            }
        }
        return results;
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        if (request.isRead()) {
            readItems(request, out);
        } else {
            writeItems(request, session, out);
        }
    }

    private void readItems(Request request, JsonWriter out) {
        List<ItemPlan> plans = forEach(
                request.statements().size(), i -> planRead(request.statements().get(i)));
        checkDistinct(plans.stream()
                .map(plan -> new ItemName(plan.table().id(), plan.key()))
                .toList());
        List<@Nullable EncodedItem> items = reader.read(plans.stream()
                .map(plan -> new TransactionReader.ItemKey(plan.table(), plan.key()))
                .toList());
        ItemSize.checkTransaction(items.stream()
                .filter(Objects::nonNull)
                .mapToLong(EncodedItem::sizeBytes)
                .sum());
        Map<String, ConsumedCapacity> consumed = new LinkedHashMap<>();
        for (int i = 0; i < items.size(); i++) {
            addRead(
                    request.statements().get(i),
                    plans.get(i).table(),
                    plans.get(i).key(),
                    items.get(i),
                    consumed);
        }
        out.beginObject();
        out.field("Responses").beginArray();
        for (int i = 0; i < items.size(); i++) {
            out.beginObject();
            writeItem(items.get(i), plans.get(i), out);
            out.endObject();
        }
        out.endArray();
        writeCapacity(request, consumed, out);
        out.endObject();
    }

    private ItemPlan planRead(BoundStatement statement) {
        if (!(statement instanceof BoundStatement.Select select)) {
            throw new IllegalStateException("reads and writes were not told apart");
        }
        return ItemPlan.ofTransaction(select, tables.get(select.table().table()));
    }

    private void addRead(
            BoundStatement statement,
            Table table,
            EntryKey key,
            @Nullable EncodedItem item,
            Map<String, ConsumedCapacity> consumed) {
        String name = statement.table().table();
        ConsumedCapacity capacity = ItemReader.consumedInTransaction(name, item);
        meter.addRead(table, null, key.collection(), capacity);
        consumed.computeIfAbsent(name, ConsumedCapacity::transactionalRead).add(capacity);
    }

    // As in TransactGetItems: where a select list leaves nothing, there is no Item either.
    private static void writeItem(@Nullable EncodedItem item, ItemPlan plan, JsonWriter out) {
        if (item == null) {
            return;
        }
        if (plan.projection() == null) {
            out.field("Item").attributes(item);
            return;
        }
        Item projected = plan.projection().apply(item);
        if (!projected.attributes().isEmpty()) {
            out.field("Item").attributes(projected);
        }
    }

    private void writeItems(Request request, Session session, JsonWriter out) {
        List<BoundStatement> statements = request.statements();
        List<WritePlan> plans = forEach(
                statements.size(),
                i -> WritePlan.of(
                        statements.get(i),
                        tables.get(statements.get(i).table().table()),
                        request.parameters().get(i).tellOld()));
        checkDistinct(plans.stream()
                .map(plan -> new ItemName(plan.table().id(), plan.key()))
                .toList());
        List<TransactionAction> actions = plans.stream()
                .map(plan ->
                        new TransactionAction(plan.tableName(), plan.table().id(), plan.key(), plan.decision()))
                .toList();
        RequestToken token = request.token() == null
                ? null
                : new RequestToken(name(), session.accountId(), request.token(), request.payload());
        List<Written> written = writer.write(actions, token);
        Map<String, ConsumedCapacity> consumed = new LinkedHashMap<>();
        for (int i = 0; i < plans.size(); i++) {
            WritePlan plan = plans.get(i);
            if (written == null) {
                // DynamoDB: a request that comes again with its token costs what reading its items does.
                EncodedItem item = ItemReader.get(engine, plan.table(), plan.key(), true);
                addRead(statements.get(i), plan.table(), plan.key(), item, consumed);
            } else {
                consumed.computeIfAbsent(plan.tableName(), ConsumedCapacity::transactionalWrite)
                        .add(written.get(i).capacity());
            }
        }
        out.beginObject();
        writeCapacity(request, consumed, out);
        out.endObject();
    }

    private static void writeCapacity(Request request, Map<String, ConsumedCapacity> consumed, JsonWriter out) {
        if (request.capacityDetail() != ConsumedCapacity.Detail.NONE) {
            out.field("ConsumedCapacity").beginArray();
            consumed.values().forEach(table -> table.write(out, request.capacityDetail()));
            out.endArray();
        }
    }

    /** An item, whether its table is named by name or ARN. */
    private record ItemName(int treeId, EntryKey key) {}

    private static void checkDistinct(List<ItemName> names) {
        Set<ItemName> seen = new HashSet<>();
        for (ItemName name : names) {
            if (!seen.add(name)) {
                throw ApiException.validation("Transaction request cannot include multiple operations on one item");
            }
        }
    }
}
