package dev.stator.core.expression;

import dev.stator.core.item.AttributeValue;
import java.util.List;

/**
 * The tree that the text of an expression reads as, before names and values are known, so that one tree serves all
 * requests with the same text. {@link ConditionBinder} and {@link UpdateBinder} give it meaning.
 *
 * <p>PartiQL makes such trees too, with names and values in place: {@link ConditionExpression#of}, {@link
 * UpdateExpression#of} and {@link ProjectionExpression#ofLastSteps} take them. Requires: they nest no deeper than is safe to
 * follow with recursion.
 */
public sealed interface Syntax {
    /** The nodes below this one, in the order of the text. */
    List<? extends Syntax> children();

    /** What a comparison, a function or SET can take. */
    sealed interface Term extends Syntax {}

    /** What is true or false. */
    sealed interface Condition extends Syntax {}

    /** A document path: the first step is an attribute name. */
    record Path(List<Step> steps) implements Term {
        @Override
        public List<Syntax> children() {
            return List.of();
        }
    }

    /** One step of a path. */
    sealed interface Step {}

    /** {@code name}, as it is. */
    record Name(String text) implements Step {}

    /** {@code #name}. */
    record NameReference(String text) implements Step {}

    /** {@code [12]}. */
    record Index(String digits) implements Step {}

    /** {@code :value}. */
    record ValueReference(String text) implements Term {
        @Override
        public List<Syntax> children() {
            return List.of();
        }
    }

    /** A value that needs no reference. */
    record Constant(AttributeValue value) implements Term {
        @Override
        public List<Syntax> children() {
            return List.of();
        }
    }

    /** {@code function(term, ...)}; whether it is a condition or a term is a question of meaning, not of grammar. */
    record Call(String function, List<Term> arguments) implements Term, Condition {
        @Override
        public List<Term> children() {
            return arguments;
        }
    }

    /** {@code left + right} or {@code left - right}. */
    record Arithmetic(String sign, Term left, Term right) implements Term {
        @Override
        public List<Term> children() {
            return List.of(left, right);
        }
    }

    record Or(List<Condition> children) implements Condition {}

    record And(List<Condition> children) implements Condition {}

    record Not(Condition negated) implements Condition {
        @Override
        public List<Condition> children() {
            return List.of(negated);
        }
    }

    record Comparison(String comparator, Term left, Term right) implements Condition {
        @Override
        public List<Term> children() {
            return List.of(left, right);
        }
    }

    record Between(Term term, Term lower, Term upper) implements Condition {
        @Override
        public List<Term> children() {
            return List.of(term, lower, upper);
        }
    }

    /** The first child is looked for among the others. */
    record In(List<Term> children) implements Condition {}

    /** One action of an update. */
    sealed interface Action extends Syntax {
        Path target();
    }

    record Set(Path target, Term value) implements Action {
        @Override
        public List<Term> children() {
            return List.of(target, value);
        }
    }

    record Remove(Path target) implements Action {
        @Override
        public List<Term> children() {
            return List.of(target);
        }
    }

    record Add(Path target, Term value) implements Action {
        @Override
        public List<Term> children() {
            return List.of(target, value);
        }
    }

    record Delete(Path target, Term value) implements Action {
        @Override
        public List<Term> children() {
            return List.of(target, value);
        }
    }

    /** A keyword with its actions. */
    record Section(String keyword, List<Action> children) implements Syntax {}

    /** An update, in the order of its text. */
    record Update(List<Section> children) implements Syntax {}

    /** A projection, in the order of its text. */
    record Projection(List<Path> children) implements Syntax {}
}
