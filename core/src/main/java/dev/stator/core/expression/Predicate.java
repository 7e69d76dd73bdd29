package dev.stator.core.expression;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Attributes;
import java.util.List;

/** A condition with all names and values resolved; {@link ConditionBinder} makes it. */
sealed interface Predicate {
    boolean holds(Attributes item);

    record Or(List<Predicate> terms) implements Predicate {
        @Override
        public boolean holds(Attributes item) {
            for (Predicate term : terms) {
                if (term.holds(item)) {
                    return true;
                }
            }
            return false;
        }
    }

    record And(List<Predicate> terms) implements Predicate {
        @Override
        public boolean holds(Attributes item) {
            for (Predicate term : terms) {
                if (!term.holds(item)) {
                    return false;
                }
            }
            return true;
        }
    }

    record Not(Predicate negated) implements Predicate {
        @Override
        public boolean holds(Attributes item) {
            return !negated.holds(item);
        }
    }

    /** One of the six comparisons. */
    record Comparison(ComparisonOperator operator, Operand left, Operand right) implements Predicate {
        @Override
        public boolean holds(Attributes item) {
            return operator.test(left.value(item), right.value(item));
        }
    }

    record Between(Operand operand, Operand lower, Operand upper) implements Predicate {
        @Override
        public boolean holds(Attributes item) {
            AttributeValue value = operand.value(item);
            return ComparisonOperator.GE.test(value, lower.value(item))
                    && ComparisonOperator.LE.test(value, upper.value(item));
        }
    }

    record In(Operand operand, List<Operand> list) implements Predicate {
        @Override
        public boolean holds(Attributes item) {
            AttributeValue value = operand.value(item);
            for (Operand other : list) {
                if (ComparisonOperator.EQ.test(value, other.value(item))) {
                    return true;
                }
            }
            return false;
        }
    }

    /** A function that is true or false. */
    record Test(Function function, List<Operand> operands) implements Predicate {
        @Override
        public boolean holds(Attributes item) {
            AttributeValue first = operands.getFirst().value(item);
            if (function == Function.ATTRIBUTE_NOT_EXISTS || function == Function.ATTRIBUTE_EXISTS) {
                return (first != null) == (function == Function.ATTRIBUTE_EXISTS);
            }
            AttributeValue second = operands.get(1).value(item);
            if (first == null || second == null) {
                return false;
            }
            return switch (function) {
                case ATTRIBUTE_TYPE ->
                    second instanceof AttributeValue.S type && first.typeName().equals(type.value());
                case BEGINS_WITH -> Comparisons.beginsWith(first, second);
                case CONTAINS -> Comparisons.contains(first, second);
                default -> throw new IllegalStateException(function + " is no condition");
            };
        }
    }
}
