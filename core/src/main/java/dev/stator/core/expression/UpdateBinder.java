package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the syntax of an update into an {@link UpdateExpression}.
 *
 * <p>Its checks, each on the whole expression, in this order: reserved words and list indexes; function names; where
 * functions stand; sections used twice; names; values; paths that clash; types of what ADD and DELETE take; numbers and
 * types of the operands of functions.
 */
final class UpdateBinder {
    private final Binding binding;
    private final ExpressionKind kind;

    private UpdateBinder(Binding binding) {
        this.binding = binding;
        this.kind = binding.kind();
    }

    static UpdateExpression bind(ExpressionKind kind, Syntax.Update root, Substitutions substitutions) {
        Binding binding = new Binding(kind, substitutions);
        UpdateBinder binder = new UpdateBinder(binding);
        List<Syntax.Action> actions = new ArrayList<>();
        for (Syntax.Section section : root.children()) {
            actions.addAll(section.children());
        }
        binding.checkReservedWords(root);
        binding.checkFunctionNames(root);
        binder.checkPlace(root);
        binder.checkSections(root);
        binding.resolveNames(root);
        binding.resolveValues(root);
        List<DocumentPath> targets = new ArrayList<>(actions.size());
        for (Syntax.Action action : actions) {
            targets.add(binding.path(action.target()));
        }
        PathTree.checkDisjoint(kind, targets);
        actions.forEach(binder::checkActionType);
        actions.forEach(binder::checkFunctions);
        List<UpdateExpression.Change> changes = new ArrayList<>(actions.size());
        for (Syntax.Action action : actions) {
            changes.add(binder.change(action));
        }
        return new UpdateExpression(targets, changes, binding.nestedAttributes());
    }

    private void checkPlace(Syntax node) {
        if (node instanceof Syntax.Call call) {
            Function.Place place = Binding.function(call).place();
            if (place != Function.Place.UPDATE_OPERAND && place != Function.Place.UPDATE_VALUE) {
                throw kind.invalid("The function is not allowed in an update expression; function: " + call.function());
            }
        }
        boolean isOperator = node instanceof Syntax.Call || node instanceof Syntax.Arithmetic;
        for (Syntax child : node.children()) {
            // DynamoDB: list_append within another operand is refused, if_not_exists is not.
            if (isOperator
                    && child instanceof Syntax.Call call
                    && Function.of(call.function()) == Function.LIST_APPEND) {
                throw kind.invalid("The function is not allowed to be used this way in an expression; function: "
                        + call.function());
            }
            checkPlace(child);
        }
    }

    private void checkSections(Syntax.Update root) {
        Set<String> seen = new HashSet<>();
        for (Syntax.Section section : root.children()) {
            if (!seen.add(section.keyword())) {
                throw kind.invalid(
                        "The \"" + section.keyword() + "\" section can only be used once in an update expression;");
            }
        }
    }

    private void checkActionType(Syntax.Action action) {
        switch (action) {
            case Syntax.Add add -> {
                AttributeValue value = constant(add.value());
                if (!(value instanceof AttributeValue.N || value instanceof AttributeValue.SetValue)) {
                    throw incorrectType("ADD", value);
                }
            }
            case Syntax.Delete delete -> {
                AttributeValue value = constant(delete.value());
                if (!(value instanceof AttributeValue.SetValue)) {
                    throw incorrectType("DELETE", value);
                }
            }
            default -> {}
        }
    }

    private ApiException incorrectType(String operator, AttributeValue value) {
        String type = switch (value.type()) {
            case S -> "STRING";
            case N -> "NUMBER";
            case B -> "BINARY";
            case BOOL -> "BOOLEAN";
            case NULL -> "NULL";
            case L -> "LIST";
            case M -> "MAP";
            case SS, NS, BS -> throw new IllegalStateException("sets are not refused");
        };
        return kind.invalid("Incorrect operand type for operator or function; operator: " + operator
                + ", operand type: " + type + ", typeSet: ALLOWED_FOR_" + operator + "_OPERAND");
    }

    /** Checks a function or an operator after those within it. */
    private void checkFunctions(Syntax node) {
        for (Syntax child : node.children()) {
            checkFunctions(child);
        }
        switch (node) {
            case Syntax.Call call -> {
                binding.checkOperandCount(call);
                if (Binding.function(call) == Function.IF_NOT_EXISTS) {
                    binding.checkPathOperand(call);
                    binding.checkDistinct(call.function(), call.arguments());
                } else {
                    checkTypes(call.function(), call.arguments(), AttributeValue.Type.L);
                }
            }
            case Syntax.Arithmetic arithmetic ->
                checkTypes(arithmetic.sign(), arithmetic.children(), AttributeValue.Type.N);
            default -> {}
        }
    }

    private void checkTypes(String operator, List<Syntax.Term> operands, AttributeValue.Type required) {
        for (Syntax.Term operand : operands) {
            AttributeValue value = binding.valueOrNull(operand);
            if (value != null && value.type() != required) {
                throw binding.incorrectType(operator, value.typeName());
            }
        }
    }

    private UpdateExpression.Change change(Syntax.Action action) {
        return switch (action) {
            case Syntax.Set set -> new UpdateExpression.Assign(operand(set.value()), knownType(set.value()));
            case Syntax.Remove ignored -> new UpdateExpression.Apply(new Edit.Remove(), null);
            case Syntax.Add add -> {
                AttributeValue value = constant(add.value());
                yield new UpdateExpression.Apply(new Edit.Add(value), value.type());
            }
            case Syntax.Delete delete -> {
                if (constant(delete.value()) instanceof AttributeValue.SetValue value) {
                    yield new UpdateExpression.Apply(new Edit.Delete(value), value.type());
                }
                throw new IllegalStateException("DELETE of something else than a set was not refused");
            }
        };
    }

    /** What ADD or DELETE takes, whose grammar knows nothing but values. */
    private AttributeValue constant(Syntax.Term term) {
        return Objects.requireNonNull(binding.valueOrNull(term));
    }

    private Operand operand(Syntax.Term term) {
        return switch (term) {
            case Syntax.Path path -> new Operand.Attribute(binding.path(path));
            case Syntax.ValueReference reference -> new Operand.Constant(binding.value(reference));
            case Syntax.Constant constant -> new Operand.Constant(constant.value());
            case Syntax.Arithmetic arithmetic ->
                new Operand.Arithmetic(
                        arithmetic.sign().equals("+"), operand(arithmetic.left()), operand(arithmetic.right()));
            case Syntax.Call call -> call(call);
        };
    }

    private Operand call(Syntax.Call call) {
        Syntax.Term first = call.arguments().get(0);
        Operand second = operand(call.arguments().get(1));
        if (Binding.function(call) == Function.IF_NOT_EXISTS && first instanceof Syntax.Path path) {
            return new Operand.IfNotExists(binding.path(path), second);
        }
        return new Operand.ListAppend(operand(first), second);
    }

    /** The type of a term that does not depend on the item, or null. */
    private AttributeValue.@Nullable Type knownType(Syntax.Term term) {
        return switch (term) {
            case Syntax.Path ignored -> null;
            case Syntax.ValueReference reference -> binding.value(reference).type();
            case Syntax.Constant constant -> constant.value().type();
            case Syntax.Arithmetic ignored -> AttributeValue.Type.N;
            case Syntax.Call call ->
                Binding.function(call) == Function.LIST_APPEND
                        ? AttributeValue.Type.L
                        : knownType(call.arguments().get(1));
        };
    }
}
