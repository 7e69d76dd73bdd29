package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Item;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The legacy parameter AttributeUpdates. Immutable.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.AttributeUpdates.html">AttributeUpdates</a>
 */
public final class AttributeUpdates implements Update {
    private final Map<String, Edit> edits;
    private final Map<String, AttributeValue.Type> types;
    private final ProjectionExpression changed;

    private AttributeUpdates(Map<String, Edit> edits, Map<String, AttributeValue.Type> types) {
        this.edits = edits;
        this.types = types;
        changed = ProjectionExpression.ofPaths(edits.keySet().stream()
                .map(name -> new DocumentPath(name, List.of()))
                .toList());
    }

    /**
     * The update that the entries mean.
     *
     * @throws ApiException a ValidationException where an action has no value or one of a wrong type
     */
    public static AttributeUpdates of(Map<String, AttributeUpdate> updates) {
        Map<String, Edit> edits = LinkedHashMap.newLinkedHashMap(updates.size());
        Map<String, AttributeValue.Type> types = LinkedHashMap.newLinkedHashMap(updates.size());
        updates.forEach((name, update) -> {
            edits.put(name, edit(update));
            if (update.value() != null) {
                types.put(name, update.value().value().type());
            }
        });
        return new AttributeUpdates(edits, types);
    }

    private static Edit edit(AttributeUpdate update) {
        AttributeUpdate.Action action = update.action() == null ? AttributeUpdate.Action.PUT : update.action();
        if (update.value() == null) {
            if (action != AttributeUpdate.Action.DELETE) {
                throw ApiException.invalidParameter(
                        "Only DELETE action is allowed when no attribute value is specified");
            }
            return new Edit.Remove();
        }
        update.value().check();
        AttributeValue value = update.value().value();
        return switch (action) {
            case PUT -> new Edit.Put(value);
            case DELETE -> {
                if (value instanceof AttributeValue.SetValue set) {
                    yield new Edit.Delete(set);
                }
                throw ApiException.invalidParameter(
                        "DELETE action with value is not supported for the type " + value.typeName());
            }
            case ADD -> {
                // DynamoDB: lists can be added to, other than with an UpdateExpression.
                if (value instanceof AttributeValue.N
                        || value instanceof AttributeValue.L
                        || value instanceof AttributeValue.SetValue) {
                    yield new Edit.Add(value);
                }
                throw ApiException.invalidParameter("ADD action is not supported for the type " + value.typeName());
            }
        };
    }

    @Override
    public Set<String> attributes() {
        return Collections.unmodifiableSet(edits.keySet());
    }

    @Override
    public Set<String> nestedAttributes() {
        return Set.of();
    }

    @Override
    public Map<String, AttributeValue.Type> assignedTypes() {
        return Collections.unmodifiableMap(types);
    }

    @Override
    public boolean createsItem() {
        return edits.isEmpty() || edits.values().stream().anyMatch(Edit::creates);
    }

    @Override
    public UpdateResult apply(Item old) {
        Map<String, AttributeValue> updated = new LinkedHashMap<>(old.attributes());
        edits.forEach((name, edit) -> {
            AttributeValue value = edit.apply(old.attribute(name), AttributeUpdates::mismatch);
            if (value == null) {
                updated.remove(name);
            } else {
                updated.put(name, value);
            }
        });
        return new UpdateResult(old, new Item(updated), changed);
    }

    @Override
    public UpdateResult applyToMissing(Item key) {
        return apply(key);
    }

    private static ApiException mismatch() {
        return ApiException.validation("Type mismatch for attribute to update");
    }
}
