package dev.stator.core.expression;

import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Attributes;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where in an item a value is, with all names resolved.
 *
 * @param attribute the name of the top-level attribute
 * @param rest the steps below it
 */
record DocumentPath(String attribute, List<Step> rest) {
    /** One step down into a map or a list. */
    sealed interface Step {}

    /** Into a map. */
    record Field(String name) implements Step {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Into a list, counted from 0. */
    record Element(long index) implements Step {
        @Override
        public String toString() {
            return "[" + index + "]";
        }
    }

    boolean isNested() {
        return !rest.isEmpty();
    }

    /** The value at this path, or null where the item has none. */
    @Nullable
    AttributeValue in(Attributes item) {
        AttributeValue value = item.attribute(attribute);
        for (Step step : rest) {
            if (value == null) {
                return null;
            }
            value = child(value, step);
        }
        return value;
    }

    /** What is one step below a value, or null where it is no container of that kind or holds nothing there. */
    static @Nullable AttributeValue child(AttributeValue value, Step step) {
        return switch (step) {
            case Field field ->
                value instanceof AttributeValue.M map ? map.value().get(field.name()) : null;
            case Element element ->
                value instanceof AttributeValue.L list
                                && element.index() < list.value().size()
                        ? list.value().get((int) element.index())
                        : null;
        };
    }

    /** All steps, the attribute's name being the first. */
    Stream<Step> steps() {
        return Stream.concat(Stream.of(new Field(attribute)), rest.stream());
    }

    /** As errors show it, such as {@code [a, [1], b]}. */
    @Override
    public String toString() {
        return steps().map(Step::toString).collect(Collectors.joining(", ", "[", "]"));
    }
}
