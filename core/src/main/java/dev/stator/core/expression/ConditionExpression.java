package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.Attributes;
import java.util.Set;

/**
 * A ConditionExpression or FilterExpression. Immutable.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html">Condition
 *     and filter expressions, operators, and functions</a>
 */
public final class ConditionExpression implements Condition {
    private static final SyntaxCache<Syntax.Condition> SYNTAX = new SyntaxCache<>();

    private final Predicate predicate;
    private final Set<String> attributes;
    private final Set<String> nestedAttributes;

    private ConditionExpression(Predicate predicate, Binding binding) {
        this.predicate = predicate;
        this.attributes = binding.attributes();
        this.nestedAttributes = binding.nestedAttributes();
    }

    /**
     * Reads an expression.
     *
     * @param parameter its name in the request, {@code ConditionExpression} or {@code FilterExpression}
     * @throws ApiException a ValidationException, {@code Invalid <parameter>: ...}
     */
    public static ConditionExpression parse(String parameter, String text, Substitutions substitutions) {
        ExpressionKind kind =
                parameter.equals(ExpressionKind.FILTER.parameter()) ? ExpressionKind.FILTER : ExpressionKind.CONDITION;
        Binding binding = new Binding(kind, substitutions);
        return new ConditionExpression(ConditionBinder.bind(syntax(kind, text), binding), binding);
    }

    /**
     * The condition that a tree means whose names and values are in place.
     *
     * @throws ApiException a ValidationException in the words of an expression's, but without the parameter
     */
    public static ConditionExpression of(Syntax.Condition syntax) {
        Binding binding = new Binding(ExpressionKind.PARTIQL, Substitutions.of(null, null));
        return new ConditionExpression(ConditionBinder.bind(syntax, binding), binding);
    }

    /** The syntax that all kinds of conditions share; texts with errors are never kept, so errors name the right kind. */
    static Syntax.Condition syntax(ExpressionKind kind, String text) {
        return SYNTAX.get(text, unknown -> ConditionParser.parse(kind, unknown));
    }

    @Override
    public boolean matches(Attributes item) {
        return predicate.holds(item);
    }

    @Override
    public Set<String> attributes() {
        return attributes;
    }

    @Override
    public Set<String> nestedAttributes() {
        return nestedAttributes;
    }
}
