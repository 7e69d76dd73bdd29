package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A KeyConditionExpression: its grammar is that of all conditions, and what it may say is then restricted. Immutable.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.KeyConditionExpressions.html">Key
 *     condition expressions for the Query operation</a>
 */
public final class KeyConditionExpression {
    private final Predicate predicate;

    private KeyConditionExpression(Predicate predicate) {
        this.predicate = predicate;
    }

    /**
     * Reads an expression. What it says is checked by {@link #conditions} only, since DynamoDB looks at the other
     * expressions of the request, and at {@link Substitutions#checkAllUsed}, in between.
     *
     * @throws ApiException a ValidationException, {@code Invalid KeyConditionExpression: ...}
     */
    public static KeyConditionExpression parse(String text, Substitutions substitutions) {
        Syntax.Condition syntax = ConditionExpression.syntax(ExpressionKind.KEY_CONDITION, text);
        return new KeyConditionExpression(
                ConditionBinder.bind(syntax, new Binding(ExpressionKind.KEY_CONDITION, substitutions)));
    }

    /**
     * The conditions that it consists of.
     *
     * @throws ApiException a ValidationException where it says what no key condition can
     */
    public KeyConditions conditions() {
        SequencedMap<String, KeyCondition> byAttribute = new LinkedHashMap<>();
        collect(predicate, byAttribute);
        return new KeyConditions(byAttribute);
    }

    private static void collect(Predicate predicate, SequencedMap<String, KeyCondition> byAttribute) {
        switch (predicate) {
            case Predicate.And and -> {
                for (Predicate term : and.terms()) {
                    collect(term, byAttribute);
                }
            }
            case Predicate.Or ignored -> throw invalidOperator("OR");
            case Predicate.Not ignored -> throw invalidOperator("NOT");
            case Predicate.In ignored -> throw invalidOperator("IN");
            case Predicate.Comparison comparison -> {
                if (comparison.operator() == ComparisonOperator.NE) {
                    throw invalidOperator(comparison.operator().sign());
                }
                add(comparison.operator(), List.of(comparison.left(), comparison.right()), byAttribute);
            }
            case Predicate.Between between -> {
                requireKeyFirst("BETWEEN", between.operand());
                add(
                        ComparisonOperator.BETWEEN,
                        List.of(between.operand(), between.lower(), between.upper()),
                        byAttribute);
            }
            case Predicate.Test test -> {
                if (test.function() != Function.BEGINS_WITH) {
                    throw invalidOperator(test.function().text());
                }
                requireKeyFirst(test.function().text(), test.operands().getFirst());
                add(ComparisonOperator.BEGINS_WITH, test.operands(), byAttribute);
            }
        }
    }

    private static void add(
            ComparisonOperator operator, List<Operand> operands, SequencedMap<String, KeyCondition> byAttribute) {
        String attribute = attribute(operands);
        if (attribute == null) {
            throw ApiException.validation("Invalid condition in KeyConditionExpression: No key attribute specified");
        }
        if (byAttribute.containsKey(attribute)) {
            throw ApiException.validation("KeyConditionExpressions must only contain one condition per key");
        }
        boolean keyFirst = operands.getFirst() instanceof Operand.Attribute;
        List<AttributeValue> values = operands.stream()
                .filter(Operand.Constant.class::isInstance)
                .map(operand -> ((Operand.Constant) operand).value())
                .toList();
        byAttribute.put(attribute, new KeyCondition(attribute, keyFirst ? operator : operator.flipped(), values));
    }

    /** The name of the one attribute among the operands, or null where there is none. */
    private static @Nullable String attribute(List<Operand> operands) {
        String attribute = null;
        for (Operand operand : operands) {
            switch (operand) {
                case Operand.Attribute found -> {
                    if (attribute != null) {
                        throw ApiException.validation(
                                "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition");
                    }
                    if (found.path().isNested()) {
                        throw ApiException.validation(
                                "KeyConditionExpressions cannot have conditions on nested attributes");
                    }
                    attribute = found.path().attribute();
                }
                case Operand.Constant ignored -> {}
                default -> throw ApiException.validation("KeyConditionExpressions cannot contain nested operations");
            }
        }
        return attribute;
    }

    private static void requireKeyFirst(String operator, Operand first) {
        if (!(first instanceof Operand.Attribute)) {
            throw ApiException.validation("Invalid condition in KeyConditionExpression: " + operator
                    + " operator must have the key attribute as its first operand");
        }
    }

    private static ApiException invalidOperator(String operator) {
        return ApiException.validation("Invalid operator used in KeyConditionExpression: " + operator);
    }
}
