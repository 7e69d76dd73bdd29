package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Condition;
import dev.stator.core.expression.ExpressionParameters;
import dev.stator.core.expression.Substitutions;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import dev.stator.core.item.ItemSize;
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
 * Puts an item in the place of the one with its key, or in an empty place. Checks, in order: constraints; expression
 * against legacy parameters; attribute values; ReturnValues; item size; the condition; the table; the item's keys against
 * table and indexes; then, with the old item, whether the condition holds.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html">PutItem</a>
 */
public final class PutItem implements Operation {
    private final Engine engine;
    private final Tables tables;
    private final ItemWriter writer;

    public PutItem(Engine engine, Tables tables, ItemWriter writer) {
        this.engine = engine;
        this.tables = tables;
        this.writer = writer;
    }

    /** The request, with its condition bound. */
    record Request(
            Item item, WriteParameters parameters, @Nullable Condition condition) {}

    static Request read(RequestReader in) {
        WriteParameters parameters = new WriteParameters();
        InputAttributes item = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            if (member.equals("Item")) {
                item = AttributeReader.attributes(in);
            } else if (!parameters.read(member, in)) {
                in.skip();
            }
        }
        in.endBody();
        parameters.check(new Constraints(), "item", item);
        return check(Objects.requireNonNull(item), parameters);
    }

    private static Request check(InputAttributes input, WriteParameters parameters) {
        new ExpressionParameters()
                .expression("ConditionExpression", parameters.conditionExpression())
                .legacy("Expected", parameters.expected())
                .check(parameters.names() != null, parameters.values() != null);
        input.check();
        parameters.checkReturnValues("ALL_OLD or NONE", "ALL_OLD", "NONE");
        Item item = new Item(input.values());
        if (ItemSize.isTooLarge(item.attributes())) {
            throw ApiException.validation("Item size has exceeded the maximum allowed size");
        }
        Substitutions substitutions = parameters.substitutions();
        Condition condition = parameters.condition(substitutions);
        substitutions.checkAllUsed();
        return new Request(item, parameters, condition);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        WriteParameters parameters = request.parameters();
        Table table = tables.get(parameters.tableName());
        KeyChecks.checkItem(table, request.item().attributes());
        if (request.condition() != null) {
            KeyChecks.checkPaths(table, request.condition().nestedAttributes());
        }
        EncodedItem item = EncodedItem.of(request.item());
        Written written = writer.write(
                parameters.tableName(), table.id(), EntryKeys.ofTable(table.keys(), item), (current, old) -> {
                    KeyChecks.checkIndexKeys(current, request.item().attributes());
                    parameters.test(request.condition(), old);
                    return item;
                });
        write(request, written, out);
    }

    private void write(Request request, Written written, JsonWriter out) {
        out.beginObject();
        if (request.parameters().returnValues().equals("ALL_OLD") && written.before() != null) {
            out.field("Attributes").attributes(written.before());
        }
        request.parameters().writeMetrics(out, engine, written, request.item());
        out.endObject();
    }
}
