package dev.stator.core.partiql;

import dev.stator.core.expression.Syntax;
import dev.stator.core.item.AttributeValue;
import java.math.BigDecimal;
import java.util.List;

/**
 * What stands in a statement where a value or a condition can, as it was read; {@link Binder} says what of it makes sense
 * where. Nests no deeper than {@link ExpressionParser} follows.
 */
sealed interface Expression {
    /** Where it begins, as errors show it. */
    String position();

    /** A string, a boolean or NULL. */
    record Literal(AttributeValue value, String position) implements Expression {}

    /** A number, which may be none of DynamoDB's. */
    record NumberLiteral(BigDecimal value, String position) implements Expression {}

    /** The parameter with this number, counted from 0. */
    record Parameter(int index, String position) implements Expression {}

    /** {@code [a, b]}. */
    record ListOf(List<Expression> elements, String position) implements Expression {}

    /** {@code {'name': a}}. */
    record MapOf(List<Entry> entries, String position) implements Expression {}

    /** {@code 'name': a}. */
    record Entry(String name, Expression value) {}

    /** {@code <<a, b>>}. */
    record BagOf(List<Expression> elements, String position) implements Expression {}

    /** The path of an attribute, or to a part of one. */
    record Path(List<Syntax.Step> steps, String position) implements Expression {}

    /** {@code function(a, b)}; the name is in small letters. */
    record Call(String function, List<Expression> arguments, String position) implements Expression {}

    /** {@code left + right} or {@code left - right}. */
    record Arithmetic(String sign, Expression left, Expression right, String position) implements Expression {}

    record Or(List<Expression> terms, String position) implements Expression {}

    record And(List<Expression> terms, String position) implements Expression {}

    record Not(Expression negated, String position) implements Expression {}

    /** {@code left = right} and its kin; the comparator is an expression's, so {@code <>} for {@code !=} too. */
    record Comparison(String comparator, Expression left, Expression right, String position) implements Expression {}

    record Between(Expression term, Expression lower, Expression upper, String position) implements Expression {}

    record In(Expression term, List<Expression> list, String position) implements Expression {}

    /** {@code term IS type}. */
    record Is(Expression term, TypeTest type, String position) implements Expression {}
}
