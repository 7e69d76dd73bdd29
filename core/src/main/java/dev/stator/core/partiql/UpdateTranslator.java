package dev.stator.core.partiql;

import dev.stator.core.error.ApiException;
import dev.stator.core.expression.Syntax;
import dev.stator.core.item.AttributeValue;
import java.util.List;
import java.util.Locale;

/** Says the changes of an UPDATE statement in the words of an update expression, whose rules they then have to obey. */
final class UpdateTranslator {
    private final LiteralReader literals;

    UpdateTranslator(LiteralReader literals) {
        this.literals = literals;
    }

    Syntax.Action action(Statement.Action action) {
        Syntax.Path target = new Syntax.Path(action.target().steps());
        return switch (action) {
            case Statement.Remove ignored -> new Syntax.Remove(target);
            case Statement.Set set -> set(target, set.value());
        };
    }

    private Syntax.Action set(Syntax.Path target, Expression value) {
        if (value instanceof Expression.Call call) {
            switch (call.function()) {
                case "set_add" -> {
                    return new Syntax.Add(target, changedMembers(target, call));
                }
                case "set_delete" -> {
                    return new Syntax.Delete(target, changedMembers(target, call));
                }
                default -> {}
            }
        }
        return new Syntax.Set(target, term(value));
    }

    /** What set_add adds or set_delete removes; the set that they change must be the one that is assigned. */
    private Syntax.Term changedMembers(Syntax.Path target, Expression.Call call) {
        String name = call.function().toUpperCase(Locale.ROOT);
        if (call.arguments().size() != 2) {
            throw ApiException.validation(name + " must have exactly two arguments at " + call.position());
        }
        Expression changed = call.arguments().get(0);
        if (!(changed instanceof Expression.Path path) || !path.steps().equals(target.steps())) {
            throw ApiException.validation(
                    "The first argument to " + name + " must equal the assignment value at " + call.position());
        }
        AttributeValue members = literals.valueOrNull(call.arguments().get(1));
        if (!(members instanceof AttributeValue.SetValue)) {
            // DynamoDB: the position is the first argument's.
            throw ApiException.validation(
                    "The second argument to " + name + " must be a value with type SET at " + changed.position());
        }
        return new Syntax.Constant(members);
    }

    private Syntax.Term term(Expression expression) {
        return switch (expression) {
            case Expression.Path path -> new Syntax.Path(path.steps());
            case Expression.Arithmetic arithmetic ->
                new Syntax.Arithmetic(arithmetic.sign(), term(arithmetic.left()), term(arithmetic.right()));
            case Expression.Call call -> {
                if (!call.function().equals("list_append")) {
                    throw ApiException.validation(
                            "Unrecognized function: " + call.function() + " at " + call.position());
                }
                List<Syntax.Term> arguments =
                        call.arguments().stream().map(this::term).toList();
                yield new Syntax.Call(call.function(), arguments);
            }
            default -> {
                AttributeValue value = literals.valueOrNull(expression);
                if (value == null) {
                    throw ApiException.validation("A value or a path was expected in SET at " + expression.position());
                }
                yield new Syntax.Constant(value);
            }
        };
    }
}
