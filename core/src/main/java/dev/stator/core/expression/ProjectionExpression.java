package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Attributes;
import dev.stator.core.item.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an item that a request asks for, as a ProjectionExpression or as AttributesToGet. Immutable.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ProjectionExpressions.html">Using
 *     projection expressions</a>
 */
public final class ProjectionExpression {
    private static final SyntaxCache<Syntax.Projection> SYNTAX = new SyntaxCache<>();

    private final Function<Attributes, Item> pick;
    private final Set<String> attributes = new LinkedHashSet<>();
    private final Set<String> nestedAttributes = new LinkedHashSet<>();

    private ProjectionExpression(List<DocumentPath> paths, Function<Attributes, Item> pick) {
        this.pick = pick;
        for (DocumentPath path : paths) {
            attributes.add(path.attribute());
            if (path.isNested()) {
                nestedAttributes.add(path.attribute());
            }
        }
    }

    /**
     * Reads an expression.
     *
     * @throws ApiException a ValidationException, {@code Invalid ProjectionExpression: ...}
     */
    public static ProjectionExpression parse(String text, Substitutions substitutions) {
        Syntax.Projection syntax = SYNTAX.get(text, ProjectionParser::parse);
        Binding binding = new Binding(ExpressionKind.PROJECTION, substitutions);
        binding.checkReservedWords(syntax);
        binding.resolve(syntax);
        List<DocumentPath> paths = syntax.children().stream().map(binding::path).toList();
        PathTree.checkDisjoint(ExpressionKind.PROJECTION, paths);
        return ofPaths(paths);
    }

    /**
     * The projection that gives each path's value under the path's last step, and not within the maps and lists around it, as
     * PartiQL does.
     *
     * @param paths by the names that their values get
     * @throws ApiException a ValidationException in the words of a ProjectionExpression's, but without the parameter
     */
    public static ProjectionExpression ofLastSteps(Map<String, Syntax.Path> paths) {
        Binding binding = new Binding(ExpressionKind.PARTIQL, Substitutions.of(null, null));
        Map<String, DocumentPath> named = LinkedHashMap.newLinkedHashMap(paths.size());
        paths.forEach((name, path) -> {
            binding.checkReservedWords(path);
            binding.resolve(path);
            named.put(name, binding.path(path));
        });
        return new ProjectionExpression(List.copyOf(named.values()), item -> pickNamed(named, item));
    }

    /**
     * The projection to whole attributes, AttributesToGet.
     *
     * @throws ApiException a ValidationException where a name comes twice
     */
    public static ProjectionExpression ofAttributes(List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw ApiException.invalidParameter("Duplicate value in attribute name: " + name);
            }
        }
        return ofPaths(
                names.stream().map(name -> new DocumentPath(name, List.of())).toList());
    }

    /** The projection to these paths. Requires: they are disjoint. */
    static ProjectionExpression ofPaths(List<DocumentPath> paths) {
        return ofTree(paths, PathTree.of(paths));
    }

    /** As {@link #ofPaths}, for paths whose tree is there already. */
    static ProjectionExpression ofTree(List<DocumentPath> paths, PathTree tree) {
        return new ProjectionExpression(paths, item -> pickNested(tree, item));
    }

    /** Names of the top-level attributes that it asks for. */
    public Set<String> attributes() {
        return Collections.unmodifiableSet(attributes);
    }

    /** Those of them of which it asks for parts. */
    public Set<String> nestedAttributes() {
        return Collections.unmodifiableSet(nestedAttributes);
    }

    /**
     * What it asks for and the item has: nested values within the maps and lists around them, elements of lists without the
     * gaps between them; or all under names of their own, see {@link #ofLastSteps}.
     */
    public Item apply(Attributes item) {
        return pick.apply(item);
    }

    private static Item pickNamed(Map<String, DocumentPath> paths, Attributes item) {
        Map<String, AttributeValue> result = LinkedHashMap.newLinkedHashMap(paths.size());
        paths.forEach((name, path) -> {
            AttributeValue value = path.in(item);
            if (value != null) {
                result.put(name, value);
            }
        });
        return new Item(result);
    }

    private static Item pickNested(PathTree tree, Attributes item) {
        Map<String, AttributeValue> result = new LinkedHashMap<>();
        tree.children().forEach((step, node) -> {
            String name = step.toString();
            AttributeValue value = item.attribute(name);
            AttributeValue picked = value == null ? null : pick(node, value);
            if (picked != null) {
                result.put(name, picked);
            }
        });
        return new Item(result);
    }

    private static @Nullable AttributeValue pick(PathTree node, AttributeValue value) {
        if (node.end() != PathTree.NO_END) {
            return value;
        }
        Map<String, AttributeValue> fields = new LinkedHashMap<>();
        List<AttributeValue> elements = new ArrayList<>();
        node.children().forEach((step, below) -> {
            AttributeValue child = DocumentPath.child(value, step);
            AttributeValue picked = child == null ? null : pick(below, child);
            if (picked == null) {
                return;
            }
            if (step instanceof DocumentPath.Field field) {
                fields.put(field.name(), picked);
            } else {
                elements.add(picked);
            }
        });
        if (fields.isEmpty() && elements.isEmpty()) {
            return null;
        }
        return node.isList() ? new AttributeValue.L(elements) : new AttributeValue.M(fields);
    }
}
