package dev.stator.core.expression;

import dev.stator.core.item.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the syntax of a condition into a {@link Predicate}.
 *
 * <p>Its checks, in this order: function names; where functions stand; reserved words and list indexes; then for each
 * comparison or function by itself, in the order of the text: names and values; numbers of operands; operands that must
 * differ; types of operands.
 */
final class ConditionBinder {
    /** The most operands of IN, the one before it not counted. */
    private static final int IN_OPERANDS_MAX = 100;
    // DynamoDB lists the types as a hash map would, in another order in each of the two errors.
    private static final String ANY_TYPE = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";
    private static final String VALID_TYPES = "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}";

    private final Binding binding;
    private final ExpressionKind kind;

    private ConditionBinder(Binding binding) {
        this.binding = binding;
        this.kind = binding.kind();
    }

    static Predicate bind(Syntax.Condition root, Binding binding) {
        ConditionBinder binder = new ConditionBinder(binding);
        binding.checkFunctionNames(root);
        binder.checkPlace(root, true);
        binding.checkReservedWords(root);
        return binder.predicate(root);
    }

    private void checkPlace(Syntax node, boolean isCondition) {
        if (node instanceof Syntax.Call call) {
            Function.Place place = Binding.function(call).place();
            if (place == Function.Place.UPDATE_OPERAND || place == Function.Place.UPDATE_VALUE) {
                throw kind.invalid(
                        "The function is not allowed in a condition expression; function: " + call.function());
            }
            if (isCondition != (place == Function.Place.CONDITION)) {
                throw kind.invalid("The function is not allowed to be used this way in an expression; function: "
                        + call.function());
            }
        }
        boolean hasConditions = node instanceof Syntax.Or || node instanceof Syntax.And || node instanceof Syntax.Not;
        for (Syntax child : node.children()) {
            checkPlace(child, hasConditions);
        }
    }

    private Predicate predicate(Syntax.Condition condition) {
        return switch (condition) {
            case Syntax.Or or -> new Predicate.Or(predicates(or.children()));
            case Syntax.And and -> new Predicate.And(predicates(and.children()));
            case Syntax.Not not -> new Predicate.Not(predicate(not.negated()));
            default -> {
                check(condition);
                yield build(condition);
            }
        };
    }

    private List<Predicate> predicates(List<Syntax.Condition> conditions) {
        List<Predicate> predicates = new ArrayList<>(conditions.size());
        for (Syntax.Condition condition : conditions) {
            predicates.add(predicate(condition));
        }
        return List.copyOf(predicates);
    }

    private void check(Syntax.Condition condition) {
        binding.resolve(condition);
        Binding.walkCalls(condition, binding::checkOperandCount);
        if (condition instanceof Syntax.In in && in.children().size() - 1 > IN_OPERANDS_MAX) {
            throw kind.invalid("The IN operator is provided with too many operands; number of operands: "
                    + (in.children().size() - 1));
        }
        Binding.walkCalls(condition, call -> binding.checkDistinct(call.function(), call.arguments()));
        switch (condition) {
            case Syntax.Comparison comparison -> binding.checkDistinct(comparison.comparator(), comparison.children());
            case Syntax.Between between -> binding.checkDistinct("BETWEEN", between.children());
            case Syntax.In in -> binding.checkDistinct("IN", in.children());
            default -> {}
        }
        Binding.walkCalls(condition, this::checkTypes);
        switch (condition) {
            case Syntax.Comparison comparison -> checkTypes(comparison);
            case Syntax.Between between -> checkTypes(between);
            default -> {}
        }
    }

    private void checkTypes(Syntax.Call call) {
        Syntax.Term first = call.arguments().getFirst();
        switch (Binding.function(call)) {
            case ATTRIBUTE_EXISTS, ATTRIBUTE_NOT_EXISTS -> binding.checkPathOperand(call);
            case ATTRIBUTE_TYPE -> checkTypeName(call);
            case BEGINS_WITH -> {
                for (Syntax.Term argument : call.arguments()) {
                    AttributeValue.Type type = knownType(argument);
                    if (type != null && type != AttributeValue.Type.S && type != AttributeValue.Type.B) {
                        throw binding.incorrectType(call.function(), type.name());
                    }
                }
            }
            case SIZE -> {
                AttributeValue.Type type = knownType(first);
                if (type == AttributeValue.Type.N
                        || type == AttributeValue.Type.BOOL
                        || type == AttributeValue.Type.NULL) {
                    throw binding.incorrectType(call.function(), type.name());
                }
            }
            default -> {}
        }
    }

    private void checkTypeName(Syntax.Call call) {
        Syntax.Term second = call.arguments().get(1);
        AttributeValue.Type type = knownType(second);
        if (!(binding.valueOrNull(second) instanceof AttributeValue.S name)) {
            throw binding.incorrectType(call.function(), type == null ? ANY_TYPE : type.name());
        }
        for (AttributeValue.Type valid : AttributeValue.Type.values()) {
            if (valid.name().equals(name.value())) {
                return;
            }
        }
        throw kind.invalid(
                "Invalid attribute type name found; type: " + name.value() + ", valid types: " + VALID_TYPES);
    }

    private void checkTypes(Syntax.Comparison comparison) {
        if (ComparisonOperator.ofSign(comparison.comparator()).isOrder()) {
            checkOrdered(comparison.comparator(), comparison.children());
        }
    }

    private void checkTypes(Syntax.Between between) {
        checkOrdered("BETWEEN", between.children());
        AttributeValue lower = binding.valueOrNull(between.lower());
        AttributeValue upper = binding.valueOrNull(between.upper());
        if (lower == null || upper == null) {
            return;
        }
        String bounds = "lower bound operand: AttributeValue: " + describe(lower)
                + ", upper bound operand: AttributeValue: " + describe(upper);
        if (lower.type() != upper.type()) {
            throw kind.invalid("The BETWEEN operator requires same data type for lower and upper bounds; " + bounds);
        }
        if (Comparisons.order(lower, upper) > 0) {
            throw kind.invalid(
                    "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; " + bounds);
        }
    }

    private void checkOrdered(String operator, List<Syntax.Term> operands) {
        for (Syntax.Term operand : operands) {
            AttributeValue.Type type = knownType(operand);
            if (type != null && !Comparisons.isOrdered(type)) {
                throw binding.incorrectType(operator, type.name());
            }
        }
    }

    private static String describe(AttributeValue bound) {
        return switch (bound) {
            case AttributeValue.S text -> "{S:" + text.value() + "}";
            case AttributeValue.N number -> "{N:" + number.value().text() + "}";
            // DynamoDB: what Java's ByteBuffer says of itself.
            case AttributeValue.B bytes ->
                "{B:java.nio.HeapByteBuffer[pos=0 lim=" + bytes.value().length + " cap=" + bytes.value().length + "]}";
            default -> throw new IllegalStateException("no bound of type " + bound.typeName());
        };
    }

    /** The type of a term that does not depend on the item, or null. */
    private AttributeValue.@Nullable Type knownType(Syntax.Term term) {
        if (term instanceof Syntax.Call) {
            return AttributeValue.Type.N;
        }
        AttributeValue value = binding.valueOrNull(term);
        return value == null ? null : value.type();
    }

    private Predicate build(Syntax.Condition condition) {
        return switch (condition) {
            case Syntax.Comparison comparison ->
                new Predicate.Comparison(
                        ComparisonOperator.ofSign(comparison.comparator()),
                        operand(comparison.left()),
                        operand(comparison.right()));
            case Syntax.Between between ->
                new Predicate.Between(operand(between.term()), operand(between.lower()), operand(between.upper()));
            case Syntax.In in -> {
                List<Operand> operands = operands(in.children());
                yield new Predicate.In(operands.getFirst(), operands.subList(1, operands.size()));
            }
            case Syntax.Call call -> new Predicate.Test(Binding.function(call), operands(call.arguments()));
            default -> throw new IllegalStateException("not a single condition: " + condition);
        };
    }

    private List<Operand> operands(List<Syntax.Term> terms) {
        List<Operand> operands = new ArrayList<>(terms.size());
        for (Syntax.Term term : terms) {
            operands.add(operand(term));
        }
        return operands;
    }

    private Operand operand(Syntax.Term term) {
        return switch (term) {
            case Syntax.Path path -> new Operand.Attribute(binding.path(path));
            case Syntax.ValueReference reference -> new Operand.Constant(binding.value(reference));
            case Syntax.Constant constant -> new Operand.Constant(constant.value());
            case Syntax.Call call -> new Operand.Size(operand(call.arguments().getFirst()));
            case Syntax.Arithmetic ignored ->
                throw new IllegalStateException("the grammar of conditions has no arithmetic");
        };
    }
}
