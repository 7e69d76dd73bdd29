package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Syntax;
import dev.stator.core.item.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Says a WHERE clause in the words of a condition expression, whose rules it then has to obey. */
final class ConditionTranslator {
    private static final Set<String> TESTS =
            Set.of("attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains", "size");

    private final LiteralReader literals;

    ConditionTranslator(LiteralReader literals) {
        this.literals = literals;
    }

    Syntax.Condition condition(Expression expression) {
        return switch (expression) {
            case Expression.Or or -> new Syntax.Or(conditions(or.terms()));
            case Expression.And and -> new Syntax.And(conditions(and.terms()));
            case Expression.Not not -> new Syntax.Not(condition(not.negated()));
            case Expression.Comparison comparison ->
                new Syntax.Comparison(comparison.comparator(), term(comparison.left()), term(comparison.right()));
            case Expression.Between between ->
                new Syntax.Between(term(between.term()), term(between.lower()), term(between.upper()));
            case Expression.In in -> {
                List<Syntax.Term> children = new ArrayList<>();
                children.add(term(in.term()));
                in.list().forEach(element -> children.add(term(element)));
                yield new Syntax.In(List.copyOf(children));
            }
            case Expression.Is is -> typeTest(is);
            case Expression.Call call -> call(call);
            default ->
                throw ApiException.validation(
                        "A condition was expected in the WHERE clause at " + expression.position());
        };
    }

    private List<Syntax.Condition> conditions(List<Expression> expressions) {
        List<Syntax.Condition> conditions = new ArrayList<>(expressions.size());
        for (Expression expression : expressions) {
            conditions.add(condition(expression));
        }
        return List.copyOf(conditions);
    }

    private Syntax.Condition typeTest(Expression.Is is) {
        Syntax.Term term = term(is.term());
        List<AttributeValue.Type> types = is.type().types();
        if (types.isEmpty()) {
            return new Syntax.Call("attribute_not_exists", List.of(term));
        }
        List<Syntax.Condition> tests = new ArrayList<>(types.size());
        for (AttributeValue.Type type : types) {
            Syntax.Term name = new Syntax.Constant(new AttributeValue.S(type.name()));
            tests.add(new Syntax.Call("attribute_type", List.of(term, name)));
        }
        return tests.size() == 1 ? tests.getFirst() : new Syntax.Or(List.copyOf(tests));
    }

    private Syntax.Term term(Expression expression) {
        return switch (expression) {
            case Expression.Path path -> new Syntax.Path(path.steps());
            case Expression.Call call -> call(call);
            case Expression.Arithmetic arithmetic ->
                throw ApiException.validation(
                        "Arithmetic is not supported in the WHERE clause at " + arithmetic.position());
            default -> {
                AttributeValue value = literals.valueOrNull(expression);
                if (value == null) {
                    throw ApiException.validation(
                            "A value or a path was expected in the WHERE clause at " + expression.position());
                }
                yield new Syntax.Constant(value);
            }
        };
    }

    private Syntax.Call call(Expression.Call call) {
        if (!TESTS.contains(call.function())) {
            throw ApiException.validation("Unrecognized function: " + call.function() + " at " + call.position());
        }
        return new Syntax.Call(
                call.function(), call.arguments().stream().map(this::term).toList());
    }
}
