package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.expression.Condition;
import dev.stator.core.expression.ExpressionParameters;
import dev.stator.core.expression.Substitutions;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.request.WriteParameters;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.core.write.ItemWriter;
import dev.stator.core.write.Written;
import dev.stator.storage.Engine;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Removes the item with a key; to remove what is not there succeeds. Checks, in order: constraints; expression against
 * legacy parameters; key values; ReturnValues; the condition; the table; the key against its schema; then, with the old
 * item, whether the condition holds.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html">DeleteItem</a>
 */
public final class DeleteItem implements Operation {
    private final Engine engine;
    private final Tables tables;
    private final ItemWriter writer;

    public DeleteItem(Engine engine, Tables tables, ItemWriter writer) {
        this.engine = engine;
        this.tables = tables;
        this.writer = writer;
    }

    /** The request, with its condition bound. */
    record Request(
            Item key, WriteParameters parameters, @Nullable Condition condition) {}

    static Request read(RequestReader in) {
        WriteParameters parameters = new WriteParameters();
        InputAttributes key = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            if (member.equals("Key")) {
                key = AttributeReader.attributes(in);
            } else if (!parameters.read(member, in)) {
                in.skip();
            }
        }
        in.endBody();
        parameters.check(new Constraints(), "key", key);
        return check(Objects.requireNonNull(key), parameters);
    }

    private static Request check(InputAttributes key, WriteParameters parameters) {
        new ExpressionParameters()
                .expression("ConditionExpression", parameters.conditionExpression())
                .legacy("Expected", parameters.expected())
                .check(parameters.names() != null, parameters.values() != null);
        key.check();
        parameters.checkReturnValues("ALL_OLD or NONE", "ALL_OLD", "NONE");
        Substitutions substitutions = parameters.substitutions();
        Condition condition = parameters.condition(substitutions);
        substitutions.checkAllUsed();
        return new Request(new Item(key.values()), parameters, condition);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        WriteParameters parameters = request.parameters();
        Table table = tables.get(parameters.tableName());
        KeyChecks.checkKey(table.keys(), request.key().attributes());
        if (request.condition() != null) {
            KeyChecks.checkPaths(table, request.condition().nestedAttributes());
        }
        Written written = writer.write(
                parameters.tableName(), table.id(), EntryKeys.ofTable(table.keys(), request.key()), (current, old) -> {
                    parameters.test(request.condition(), old);
                    return null;
                });
        write(request, written, out);
    }

    private void write(Request request, Written written, JsonWriter out) {
        out.beginObject();
        if (request.parameters().returnValues().equals("ALL_OLD") && written.before() != null) {
            out.field("Attributes").attributes(written.before());
        }
        request.parameters().writeMetrics(out, engine, written, request.key());
        out.endObject();
    }
}
