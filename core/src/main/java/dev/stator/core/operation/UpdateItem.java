package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.expression.Condition;
import dev.stator.core.expression.ExpressionParameters;
import dev.stator.core.expression.Substitutions;
import dev.stator.core.expression.Update;
import dev.stator.core.expression.UpdateExpression;
import dev.stator.core.expression.UpdateResult;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.request.LegacyReader;
import dev.stator.core.request.WriteParameters;
import dev.stator.core.table.EntryKeys;
import dev.stator.core.table.KeyChecks;
import dev.stator.core.table.Table;
import dev.stator.core.table.Tables;
import dev.stator.core.write.ItemUpdate;
import dev.stator.core.write.ItemWriter;
import dev.stator.core.write.Written;
import dev.stator.storage.Engine;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes attributes of an item, or makes an item of the key and the changes where there was none. Checks, in order:
 * constraints; expressions against legacy parameters; key values; legacy updates; the update and the condition; the table;
 * the key against its schema; that no key attribute is changed, and no index key gets another type; then, with the old
 * item, whether the condition holds, whether the update can be applied, and what it leaves against indexes and size.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html">UpdateItem</a>
 */
public final class UpdateItem implements Operation {
    private final Engine engine;
    private final Tables tables;
    private final ItemWriter writer;

    public UpdateItem(Engine engine, Tables tables, ItemWriter writer) {
        this.engine = engine;
        this.tables = tables;
        this.writer = writer;
    }

    /** The request, with its update and condition bound. No update makes sure that the item is there. */
    record Request(
            Item key,
            WriteParameters parameters,
            @Nullable Update update,
            @Nullable Condition condition) {}

    static Request read(RequestReader in) {
        WriteParameters parameters = new WriteParameters();
        InputAttributes key = null;
        String updateExpression = null;
        Map<String, LegacyReader.InputUpdate> attributeUpdates = null;
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "Key" -> key = AttributeReader.attributes(in);
                case "UpdateExpression" -> updateExpression = in.string();
                case "AttributeUpdates" -> attributeUpdates = LegacyReader.updates(in);
                default -> {
                    if (!parameters.read(member, in)) {
                        in.skip();
                    }
                }
            }
        }
        in.endBody();
        Constraints constraints = new Constraints();
        LegacyReader.checkUpdates(constraints, attributeUpdates);
        parameters.check(constraints, "key", key);
        return check(Objects.requireNonNull(key), parameters, updateExpression, attributeUpdates);
    }

    private static Request check(
            InputAttributes key,
            WriteParameters parameters,
            @Nullable String updateExpression,
            @Nullable Map<String, LegacyReader.InputUpdate> attributeUpdates) {
        new ExpressionParameters()
                .expression("UpdateExpression", updateExpression)
                .expression("ConditionExpression", parameters.conditionExpression())
                .legacy("AttributeUpdates", attributeUpdates)
                .legacy("Expected", parameters.expected())
                .check(parameters.names() != null, parameters.values() != null);
        key.check();
        Update update = attributeUpdates == null ? null : LegacyReader.update(attributeUpdates);
        Condition legacyCondition = parameters.legacyCondition();
        Substitutions substitutions = parameters.substitutions();
        if (updateExpression != null) {
            update = UpdateExpression.parse(updateExpression, substitutions);
        }
        Condition condition =
                parameters.conditionExpression() == null ? legacyCondition : parameters.condition(substitutions);
        substitutions.checkAllUsed();
        return new Request(new Item(key.values()), parameters, update, condition);
    }

    @Override
    public void execute(RequestReader in, Session session, JsonWriter out) {
        Request request = read(in);
        WriteParameters parameters = request.parameters();
        Table table = tables.get(parameters.tableName());
        KeyChecks.checkKey(table.keys(), request.key().attributes());
        ItemUpdate update = new ItemUpdate(request.key(), request.update());
        update.check(table);
        if (request.condition() != null) {
            KeyChecks.checkPaths(table, request.condition().nestedAttributes());
        }
        Written written = writer.write(
                parameters.tableName(), table.id(), EntryKeys.ofTable(table.keys(), request.key()), (current, old) -> {
                    parameters.test(request.condition(), old);
                    return update.decide(current, old);
                });
        write(request, update.result(), written, out);
    }

    private void write(Request request, @Nullable UpdateResult result, Written written, JsonWriter out) {
        out.beginObject();
        switch (request.parameters().returnValues()) {
            case "ALL_OLD" ->
                writeAttributes(
                        out, written.before() == null ? null : written.before().decode());
            case "ALL_NEW" ->
                writeAttributes(
                        out, written.after() == null ? null : written.after().decode());
            case "UPDATED_OLD" ->
                writeAttributes(out, result == null || written.before() == null ? null : result.updatedOld());
            case "UPDATED_NEW" -> writeAttributes(out, result == null ? null : result.updatedNew());
            default -> {}
        }
        request.parameters().writeMetrics(out, engine, written, request.key());
        out.endObject();
    }

    private static void writeAttributes(JsonWriter out, @Nullable Item attributes) {
        if (attributes != null && !attributes.attributes().isEmpty()) {
            out.field("Attributes").attributes(attributes);
        }
    }
}
