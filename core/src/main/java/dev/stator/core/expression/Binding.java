package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives the names and values of one expression their meaning, and makes the checks that expressions of all kinds share;
 * {@link ConditionBinder} and {@link UpdateBinder} call them in DynamoDB's order.
 */
final class Binding {
    /** The most steps in a path, as many as an item may nest. */
    private static final int PATH_STEPS_MAX = 32;
    /** DynamoDB: the first index that it refuses is 4294967295. */
    private static final long INDEX_MAX = 4_294_967_294L;

    private final ExpressionKind kind;
    private final Substitutions substitutions;
    private final IdentityHashMap<Syntax.Path, DocumentPath> paths = new IdentityHashMap<>();
    private final IdentityHashMap<Syntax.ValueReference, AttributeValue> values = new IdentityHashMap<>();
    private final Set<String> attributes = new LinkedHashSet<>();
    private final Set<String> nestedAttributes = new LinkedHashSet<>();

    Binding(ExpressionKind kind, Substitutions substitutions) {
        this.kind = kind;
        this.substitutions = substitutions;
    }

    ExpressionKind kind() {
        return kind;
    }

    /** Names of the attributes that the resolved paths begin with. */
    Set<String> attributes() {
        return Collections.unmodifiableSet(attributes);
    }

    /** Those of them below which a path goes on. */
    Set<String> nestedAttributes() {
        return Collections.unmodifiableSet(nestedAttributes);
    }

    /** Visits a node and all below it, in the order of the text. */
    static void walk(Syntax node, Consumer<Syntax> visitor) {
        visitor.accept(node);
        for (Syntax child : node.children()) {
            walk(child, visitor);
        }
    }

    /** Visits the calls below and at a node, inner ones before outer ones. */
    static void walkCalls(Syntax node, Consumer<Syntax.Call> visitor) {
        for (Syntax child : node.children()) {
            walkCalls(child, visitor);
        }
        if (node instanceof Syntax.Call call) {
            visitor.accept(call);
        }
    }

    /** The function of a call whose name was checked. */
    static Function function(Syntax.Call call) {
        Function function = Function.of(call.function());
        if (function == null) {
            throw new IllegalStateException("an unknown function was not refused: " + call.function());
        }
        return function;
    }

    void checkFunctionNames(Syntax root) {
        walk(root, node -> {
            if (node instanceof Syntax.Call call && Function.of(call.function()) == null) {
                throw kind.invalid("Invalid function name; function: " + call.function());
            }
        });
    }

    void checkReservedWords(Syntax root) {
        walk(root, node -> {
            if (node instanceof Syntax.Path path) {
                path.steps().forEach(this::checkStep);
            }
        });
    }

    private void checkStep(Syntax.Step step) {
        if (kind.hasReservedWords() && step instanceof Syntax.Name name && ReservedWords.contains(name.text())) {
            throw kind.invalid("Attribute name is a reserved keyword; reserved keyword: " + name.text());
        }
        if (step instanceof Syntax.Index index
                && (index.digits().length() > 10 || Long.parseLong(index.digits()) > INDEX_MAX)) {
            throw kind.invalid("List index is not within the allowable range; index: [" + index.digits() + "]");
        }
    }

    /** Resolves all names and values at and below a node, in the order of the text. */
    void resolve(Syntax root) {
        walk(root, node -> {
            resolvePath(node);
            resolveValue(node);
        });
    }

    void resolveNames(Syntax root) {
        walk(root, this::resolvePath);
    }

    void resolveValues(Syntax root) {
        walk(root, this::resolveValue);
    }

    private void resolvePath(Syntax node) {
        if (!(node instanceof Syntax.Path path)) {
            return;
        }
        if (path.steps().size() > PATH_STEPS_MAX) {
            throw kind.invalid("The document path has too many nesting levels; nesting levels: "
                    + path.steps().size());
        }
        String attribute = "";
        List<DocumentPath.Step> rest = new ArrayList<>(path.steps().size());
        for (Syntax.Step step : path.steps()) {
            switch (step) {
                case Syntax.Index index -> rest.add(new DocumentPath.Element(Long.parseLong(index.digits())));
                case Syntax.Name name -> rest.add(new DocumentPath.Field(name.text()));
                case Syntax.NameReference reference -> rest.add(new DocumentPath.Field(name(reference)));
            }
        }
        if (rest.removeFirst() instanceof DocumentPath.Field first) {
            attribute = first.name();
        }
        paths.put(path, new DocumentPath(attribute, List.copyOf(rest)));
        attributes.add(attribute);
        if (!rest.isEmpty()) {
            nestedAttributes.add(attribute);
        }
    }

    private String name(Syntax.NameReference reference) {
        String name = substitutions.name(reference.text());
        if (name == null) {
            throw kind.invalid("An expression attribute name used in the document path is not defined; attribute name: "
                    + reference.text());
        }
        return name;
    }

    private void resolveValue(Syntax node) {
        if (!(node instanceof Syntax.ValueReference reference)) {
            return;
        }
        AttributeValue value = substitutions.value(reference.text());
        if (value == null) {
            throw kind.invalid("An expression attribute value used in expression is not defined; attribute value: "
                    + reference.text());
        }
        values.put(reference, value);
    }

    /** Requires: the path is resolved. */
    DocumentPath path(Syntax.Path path) {
        DocumentPath resolved = paths.get(path);
        if (resolved == null) {
            throw new IllegalStateException("a path was not resolved");
        }
        return resolved;
    }

    /** The path that a term is, or null where it is something else. */
    @Nullable
    DocumentPath pathOrNull(Syntax.Term term) {
        return term instanceof Syntax.Path path ? path(path) : null;
    }

    /** Requires: the value is resolved. */
    AttributeValue value(Syntax.ValueReference reference) {
        AttributeValue value = values.get(reference);
        if (value == null) {
            throw new IllegalStateException("a value was not resolved");
        }
        return value;
    }

    /** The value that a term is, or null where the item decides. */
    @Nullable
    AttributeValue valueOrNull(Syntax.Term term) {
        return switch (term) {
            case Syntax.ValueReference reference -> value(reference);
            case Syntax.Constant constant -> constant.value();
            default -> null;
        };
    }

    void checkOperandCount(Syntax.Call call) {
        int count = call.arguments().size();
        if (count != function(call).operands()) {
            throw kind.invalid("Incorrect number of operands for operator or function; operator or function: "
                    + call.function() + ", number of operands: " + count);
        }
    }

    /** The first operand must not be among the others, where they are paths. */
    void checkDistinct(String operator, List<? extends Syntax.Term> operands) {
        DocumentPath first = pathOrNull(operands.getFirst());
        if (first == null) {
            return;
        }
        for (Syntax.Term other : operands.subList(1, operands.size())) {
            if (first.equals(pathOrNull(other))) {
                throw kind.invalid("The first operand must be distinct from the remaining operands for this operator or"
                        + " function; operator: " + operator + ", first operand: " + first);
            }
        }
    }

    void checkPathOperand(Syntax.Call call) {
        if (!(call.arguments().getFirst() instanceof Syntax.Path)) {
            throw kind.invalid(
                    "Operator or function requires a document path; operator or function: " + call.function());
        }
    }

    ApiException incorrectType(String operator, String type) {
        return kind.invalid("Incorrect operand type for operator or function; operator or function: " + operator
                + ", operand type: " + type);
    }
}
