package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ConditionalCheckFailedException;
import dev.stator.core.expression.ProjectionExpression;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.partiql.BoundStatement;
import dev.stator.core.partiql.ItemPlan;
import dev.stator.core.partiql.StatementParser;
import dev.stator.core.partiql.WritePlan;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.read.ItemReader;
import dev.stator.core.request.StatementParameters;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.core.write.ItemWriter;
import dev.stator.core.write.Written;
import dev.stator.storage.Engine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries out up to 25 PartiQL statements, each for itself, which read one item each or write one item each. Checks, in
 * order: constraints; that not some read and others write; then statement by statement, with an error for each, as
 * ExecuteStatement does.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchExecuteStatement.html">BatchExecuteStatement</a>
 */
public final class BatchExecuteStatement implements Operation {
    private static final int STATEMENTS_MAX = 25;

    private final Engine engine;
    private final Tables tables;
    private final CapacityMeter meter;
    private final ItemWriter writer;

    public BatchExecuteStatement(Engine engine, Tables tables, CapacityMeter meter, ItemWriter writer) {
        this.engine = engine;
        this.tables = tables;
        this.meter = meter;
        this.writer = writer;
    }

    /** The request, with its statements as they read. */
    record Request(List<Member> members, ConsumedCapacity.Detail capacityDetail) {}

    /** One statement: either it reads as one, or there is an error. */
    record Member(
            StatementParameters parameters,
            StatementParser.@Nullable Parsed parsed,
            @Nullable ApiException error) {
        static Member of(StatementParameters parameters) {
            try {
                return new Member(parameters, parameters.parse(), null);
            } catch (ApiException e) {
                return new Member(parameters, null, e);
            }
        }
    }

    static Request read(RequestReader in) {
        List<@Nullable StatementParameters> statements = null;
        String returnConsumedCapacity = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "Statements" ->
                    statements = in.list(() -> StatementParameters.element("BatchStatementRequest", in));
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                default -> in.skip();
            }
        }
        in.endBody();
        Constraints constraints = new Constraints()
                .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
                .notNull("statements", statements)
                .length("statements", statements, 1, STATEMENTS_MAX);
        List<StatementParameters> present = new ArrayList<>();
        for (StatementParameters statement :
                statements == null ? List.<@Nullable StatementParameters>of() : statements) {
            present.add(statement == null ? new StatementParameters() : statement);
            present.getLast().check(constraints, "statements." + present.size() + ".member.");
        }
        constraints.check();
        List<Member> members = present.stream().map(Member::of).toList();
        checkAlike(members);
        return new Request(members, ConsumedCapacity.Detail.of(returnConsumedCapacity));
    }

    private static void checkAlike(List<Member> members) {
        boolean anyReads = false;
        boolean anyWrites = false;
        for (Member member : members) {
            if (member.parsed() != null) {
                anyReads |= member.parsed().statement().isRead();
                anyWrites |= !member.parsed().statement().isRead();
            }
        }
        if (anyReads && anyWrites) {
            throw ApiException.validation("A batch can only have read statements or only have write statements");
        }
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        Map<String, ConsumedCapacity> consumed = new LinkedHashMap<>();
        out.beginObject();
        out.field("Responses").beginArray();
        for (Member member : request.members()) {
            new Execution(member, consumed).write(out);
        }
        out.endArray();
        if (request.capacityDetail() != ConsumedCapacity.Detail.NONE) {
            out.field("ConsumedCapacity").beginArray();
            consumed.values().forEach(table -> table.write(out, request.capacityDetail()));
            out.endArray();
        }
        out.endObject();
    }

    /** One statement while it is carried out. */
    private final class Execution {
        private final Member member;
        private final Map<String, ConsumedCapacity> consumed;
        /** Null until all that is wrong with the statement itself would have been found. */
        private @Nullable String tableName;

        Execution(Member member, Map<String, ConsumedCapacity> consumed) {
            this.member = member;
            this.consumed = consumed;
        }

        /** Carries the statement out and writes its response. */
        void write(JsonWriter out) {
            out.beginObject();
            try {
                run(out);
            } catch (ApiException e) {
                writeError(e, out);
            }
            if (tableName != null) {
                out.field("TableName").string(tableName);
            }
            out.endObject();
        }

        private void run(JsonWriter out) {
            if (member.error() != null) {
                throw member.error();
            }
            if (member.parsed() == null) {
                throw new IllegalStateException("a statement that has no error does not read as one");
            }
            BoundStatement statement = member.parameters().bind(member.parsed());
            if (statement instanceof BoundStatement.Exists) {
                throw ApiException.validation("EXISTS() is only supported in ExecuteTransaction");
            }
            Table table = tables.get(statement.table().table());
            if (statement instanceof BoundStatement.Select select) {
                get(select, table, out);
            } else {
                put(statement, table, out);
            }
        }

        private void get(BoundStatement.Select select, Table table, JsonWriter out) {
            boolean consistent = member.parameters().consistentRead();
            ItemPlan plan = ItemPlan.ofBatch(select, table, consistent);
            String name = select.table().table();
            tableName = name;
            byte[] collection = plan.key().collection();
            meter.throttle().admitRead(table, null, collection);
            EncodedItem item = ItemReader.get(engine, table, plan.key(), consistent);
            ConsumedCapacity capacity = ItemReader.consumed(name, item, consistent);
            meter.addRead(table, null, collection, capacity);
            add(name, capacity);
            ProjectionExpression projection = plan.projection();
            if (item != null) {
                ItemReader.write(out.field("Item"), item, projection);
            }
        }

        private void put(BoundStatement statement, Table table, JsonWriter out) {
            WritePlan plan = WritePlan.of(statement, table, member.parameters().tellOld());
            tableName = plan.tableName();
            Written written = writer.write(plan.tableName(), table.id(), plan.key(), plan.decision());
            add(plan.tableName(), written.capacity());
            Item returned = plan.returned(written);
            if (returned != null) {
                out.field("Item").attributes(returned);
            }
        }

        private void add(String name, ConsumedCapacity capacity) {
            consumed.computeIfAbsent(name, ConsumedCapacity::new).add(capacity);
        }
    }

    private static void writeError(ApiException error, JsonWriter out) {
        out.field("Error").beginObject();
        out.field("Code").string(code(error));
        if (error.getMessage() != null) {
            out.field("Message").string(error.getMessage());
        }
        if (error instanceof ConditionalCheckFailedException failed && failed.item() != null) {
            out.field("Item").attributes(failed.item());
        }
        out.endObject();
    }

    /** How a batch names the error that a statement alone would have been answered with. */
    private static String code(ApiException error) {
        return switch (error.type()) {
            case VALIDATION -> "ValidationError";
            case CONDITIONAL_CHECK_FAILED -> "ConditionalCheckFailed";
            case DUPLICATE_ITEM -> "DuplicateItem";
            case ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED -> "ItemCollectionSizeLimitExceeded";
            case PROVISIONED_THROUGHPUT_EXCEEDED -> "ProvisionedThroughputExceeded";
            case REQUEST_LIMIT_EXCEEDED -> "RequestLimitExceeded";
            case THROTTLING -> "ThrottlingError";
            case RESOURCE_NOT_FOUND -> "ResourceNotFound";
            case ACCESS_DENIED -> "AccessDenied";
            default -> throw error;
        };
    }
}
