package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Attributes;
import dev.stator.core.item.DynamoNumber;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a condition compares or an update assigns, with all names and values resolved. */
sealed interface Operand {
    /**
     * The value that it has for an item, or null where it has none.
     *
     * @throws ApiException a ValidationException where an update needs a value that is missing or has another type
     */
    @Nullable
    AttributeValue value(Attributes item);

    /** A value of the request. */
    record Constant(AttributeValue value) implements Operand {
        @Override
        public AttributeValue value(Attributes item) {
            return value;
        }
    }

    /** A value of the item. */
    record Attribute(DocumentPath path) implements Operand {
        @Override
        public @Nullable AttributeValue value(Attributes item) {
            return path.in(item);
        }
    }

    /** The size of another operand. */
    record Size(Operand operand) implements Operand {
        @Override
        public AttributeValue.@Nullable N value(Attributes item) {
            AttributeValue value = operand.value(item);
            return value == null ? null : Comparisons.size(value);
        }
    }

    /** A value of the item, or else another. */
    record IfNotExists(DocumentPath path, Operand otherwise) implements Operand {
        @Override
        public @Nullable AttributeValue value(Attributes item) {
            AttributeValue value = path.in(item);
            return value != null ? value : otherwise.value(item);
        }
    }

    /** Two lists, one after the other. */
    record ListAppend(Operand first, Operand second) implements Operand {
        @Override
        public AttributeValue value(Attributes item) {
            List<AttributeValue> start = list(first, item);
            List<AttributeValue> end = list(second, item);
            List<AttributeValue> all = new ArrayList<>(start.size() + end.size());
            all.addAll(start);
            all.addAll(end);
            return new AttributeValue.L(all);
        }

        private static List<AttributeValue> list(Operand operand, Attributes item) {
            if (required(operand, item) instanceof AttributeValue.L list) {
                return list.value();
            }
            throw incorrectType();
        }
    }

    /** The sum or the difference of two numbers. */
    record Arithmetic(boolean isSum, Operand left, Operand right) implements Operand {
        @Override
        public AttributeValue value(Attributes item) {
            BigDecimal one = number(left, item);
            BigDecimal two = number(right, item);
            return new AttributeValue.N(DynamoNumber.of(isSum ? one.add(two) : one.subtract(two)));
        }

        private static BigDecimal number(Operand operand, Attributes item) {
            if (required(operand, item) instanceof AttributeValue.N number) {
                return number.value().decimal();
            }
            throw incorrectType();
        }
    }

    /** The operand's value, which an update cannot do without. */
    static AttributeValue required(Operand operand, Attributes item) {
        AttributeValue value = operand.value(item);
        if (value == null) {
            throw ApiException.validation(
                    "The provided expression refers to an attribute that does not exist in the item");
        }
        return value;
    }

    private static ApiException incorrectType() {
        return ApiException.validation("An operand in the update expression has an incorrect data type");
    }
}
