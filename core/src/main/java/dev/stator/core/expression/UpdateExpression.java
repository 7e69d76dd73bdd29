package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An UpdateExpression. Immutable. All operands are read from the item as it was before, and all paths, list indexes
 * included, are places in that item.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html">Using update
 *     expressions</a>
 */
public final class UpdateExpression implements Update {
    private static final SyntaxCache<Syntax.Update> SYNTAX = new SyntaxCache<>();

    private final List<DocumentPath> targets;
    private final List<Change> changes;
    private final PathTree tree;
    private final ProjectionExpression changed;
    private final Set<String> nestedAttributes;

    /** What happens at one target. */
    sealed interface Change {
        /** The type that the target will have, or null where the item decides. */
        AttributeValue.@Nullable Type type();

        /** The change for one item. */
        Edit edit(Item old);
    }

    /** SET. */
    record Assign(Operand operand, AttributeValue.@Nullable Type type) implements Change {
        @Override
        public Edit edit(Item old) {
            return new Edit.Put(Operand.required(operand, old));
        }
    }

    /** REMOVE, ADD and DELETE, which take nothing from the item but what is at their target. */
    record Apply(Edit edit, AttributeValue.@Nullable Type type) implements Change {
        @Override
        public Edit edit(Item old) {
            return edit;
        }
    }

    UpdateExpression(List<DocumentPath> targets, List<Change> changes, Set<String> nestedAttributes) {
        this.targets = targets;
        this.changes = changes;
        this.nestedAttributes = nestedAttributes;
        tree = PathTree.of(targets);
        changed = ProjectionExpression.ofTree(targets, tree);
    }

    /**
     * Reads an expression.
     *
     * @throws ApiException a ValidationException, {@code Invalid UpdateExpression: ...}
     */
    public static UpdateExpression parse(String text, Substitutions substitutions) {
        return UpdateBinder.bind(ExpressionKind.UPDATE, SYNTAX.get(text, UpdateParser::parse), substitutions);
    }

    /**
     * The update that a tree means whose names and values are in place.
     *
     * @throws ApiException a ValidationException in the words of an UpdateExpression's, but without the parameter
     */
    public static UpdateExpression of(Syntax.Update syntax) {
        return UpdateBinder.bind(ExpressionKind.PARTIQL, syntax, Substitutions.of(null, null));
    }

    @Override
    public Set<String> attributes() {
        return changed.attributes();
    }

    @Override
    public Set<String> nestedAttributes() {
        return nestedAttributes;
    }

    @Override
    public Map<String, AttributeValue.Type> assignedTypes() {
        Map<String, AttributeValue.Type> types = new LinkedHashMap<>();
        for (int i = 0; i < changes.size(); i++) {
            AttributeValue.Type type = changes.get(i).type();
            if (type != null && !targets.get(i).isNested()) {
                types.put(targets.get(i).attribute(), type);
            }
        }
        return Collections.unmodifiableMap(types);
    }

    @Override
    public boolean createsItem() {
        return changes.stream()
                .anyMatch(change ->
                        change instanceof Assign || change.edit(Item.EMPTY).creates());
    }

    @Override
    public UpdateResult apply(Item old) {
        return apply(old, false);
    }

    @Override
    public UpdateResult applyToMissing(Item key) {
        return apply(key, true);
    }

    private UpdateResult apply(Item old, boolean missing) {
        List<Edit> edits = new ArrayList<>(changes.size());
        for (Change change : changes) {
            edits.add(change.edit(old));
        }
        Edits all = new Edits(edits, missing);
        Map<String, AttributeValue> updated = new LinkedHashMap<>(old.attributes());
        tree.children().forEach((step, node) -> {
            String name = step.toString();
            all.replace(updated, name, all.apply(node, old.attribute(name)));
        });
        return new UpdateResult(old, new Item(updated), changed);
    }

    /** The changes of one item, by the numbers of their targets. */
    private record Edits(List<Edit> edits, boolean missing) {
        @Nullable
        AttributeValue apply(PathTree node, @Nullable AttributeValue old) {
            if (node.end() != PathTree.NO_END) {
                return edits.get(node.end()).apply(old, Edits::incorrectType);
            }
            if (old instanceof AttributeValue.M map && !node.isList()) {
                return applyToMap(node, map);
            }
            if (old instanceof AttributeValue.L list && node.isList()) {
                return applyToList(node, list);
            }
            // DynamoDB: where there is no item at all, nothing is in the way of taking something away.
            if (missing && old == null && !creates(node)) {
                return null;
            }
            throw ApiException.validation("The document path provided in the update expression is invalid for update");
        }

        private boolean creates(PathTree node) {
            return node.end() == PathTree.NO_END
                    ? node.children().values().stream().anyMatch(this::creates)
                    : edits.get(node.end()).creates();
        }

        private AttributeValue applyToMap(PathTree node, AttributeValue.M old) {
            Map<String, AttributeValue> fields = new LinkedHashMap<>(old.value());
            node.children().forEach((step, child) -> {
                String name = step.toString();
                replace(fields, name, apply(child, fields.get(name)));
            });
            return new AttributeValue.M(fields);
        }

        private AttributeValue applyToList(PathTree node, AttributeValue.L old) {
            List<@Nullable AttributeValue> elements = new ArrayList<>(old.value());
            // Children come in ascending order, so that what lies beyond the end is appended in that order.
            node.children().forEach((step, child) -> {
                AttributeValue before = DocumentPath.child(old, step);
                AttributeValue after = apply(child, before);
                if (before == null) {
                    elements.add(after);
                } else if (step instanceof DocumentPath.Element element) {
                    elements.set((int) element.index(), after);
                }
            });
            List<AttributeValue> rest = new ArrayList<>(elements.size());
            for (AttributeValue element : elements) {
                if (element != null) {
                    rest.add(element);
                }
            }
            return new AttributeValue.L(rest);
        }

        private void replace(Map<String, AttributeValue> fields, String name, @Nullable AttributeValue value) {
            if (value == null) {
                fields.remove(name);
            } else {
                fields.put(name, value);
            }
        }

        private static ApiException incorrectType() {
            return ApiException.validation("An operand in the update expression has an incorrect data type");
        }
    }
}
