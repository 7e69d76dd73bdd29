package dev.stator.core.partiql;

import dev.stator.core.expression.ComparisonOperator;
import dev.stator.core.expression.KeyCondition;
import dev.stator.core.expression.Syntax;
import dev.stator.core.item.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A single condition that compares one whole attribute with values, and so can be asked of a key.
 *
 * @param operator one that is indexable, or IN
 * @param operands as many values as the operator takes
 */
record AttributeTest(String attribute, ComparisonOperator operator, List<AttributeValue> operands) {
    /** What a condition compares, or null where it is of another kind. */
    static @Nullable AttributeTest of(Syntax.Condition condition) {
        return switch (condition) {
            case Syntax.Comparison comparison -> comparison(comparison);
            case Syntax.Between between -> test(ComparisonOperator.BETWEEN, between.children());
            case Syntax.In in -> test(ComparisonOperator.IN, in.children());
            case Syntax.Call call ->
                call.function().equals("begins_with") ? test(ComparisonOperator.BEGINS_WITH, call.arguments()) : null;
            default -> null;
        };
    }

    private static @Nullable AttributeTest comparison(Syntax.Comparison comparison) {
        ComparisonOperator operator = ComparisonOperator.ofSign(comparison.comparator());
        if (!operator.isIndexable()) {
            return null;
        }
        return comparison.left() instanceof Syntax.Path
                ? test(operator, comparison.children())
                : test(operator.flipped(), comparison.children().reversed());
    }

    private static @Nullable AttributeTest test(ComparisonOperator operator, List<Syntax.Term> terms) {
        if (!(terms.getFirst() instanceof Syntax.Path path)
                || path.steps().size() != 1
                || !(path.steps().getFirst() instanceof Syntax.Name name)) {
            return null;
        }
        List<AttributeValue> operands = new ArrayList<>(terms.size() - 1);
        for (Syntax.Term term : terms.subList(1, terms.size())) {
            if (!(term instanceof Syntax.Constant constant)) {
                return null;
            }
            operands.add(constant.value());
        }
        return new AttributeTest(name.text(), operator, List.copyOf(operands));
    }

    boolean isEquality() {
        return operator == ComparisonOperator.EQ;
    }

    /** Whether it lists the values that the attribute can have. */
    boolean listsValues() {
        return operator == ComparisonOperator.EQ || operator == ComparisonOperator.IN;
    }

    /** The same as key conditions, of which one must hold. */
    List<KeyCondition> keyConditions() {
        if (operator != ComparisonOperator.IN) {
            return List.of(new KeyCondition(attribute, operator, operands));
        }
        return operands.stream()
                .map(operand -> new KeyCondition(attribute, ComparisonOperator.EQ, List.of(operand)))
                .toList();
    }
}
