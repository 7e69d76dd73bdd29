package dev.stator.core.expression;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The functions, whose names are case-sensitive, with the number of their operands and the place where they may stand. */
enum Function {
    ATTRIBUTE_EXISTS(1, Place.CONDITION),
    ATTRIBUTE_NOT_EXISTS(1, Place.CONDITION),
    ATTRIBUTE_TYPE(2, Place.CONDITION),
    BEGINS_WITH(2, Place.CONDITION),
    CONTAINS(2, Place.CONDITION),
    SIZE(1, Place.CONDITION_OPERAND),
    IF_NOT_EXISTS(2, Place.UPDATE_OPERAND),
    LIST_APPEND(2, Place.UPDATE_VALUE);

    /** Where a function may stand. */
    enum Place {
        /** It is a condition. */
        CONDITION,
        /** It is an operand in a condition. */
        CONDITION_OPERAND,
        /** It is what SET assigns, or an operand of that. */
        UPDATE_OPERAND,
        /** It is what SET assigns. */
        UPDATE_VALUE
    }

    private static final Map<String, Function> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(Function::text, UnaryOperator.identity()));

    private final int operands;
    private final Place place;

    Function(int operands, Place place) {
        this.operands = operands;
        this.place = place;
    }

    /** The function of this name, or null where there is none. */
    static @Nullable Function of(String name) {
        return BY_NAME.get(name);
    }

    /** The name in expressions and errors. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    int operands() {
        return operands;
    }

    Place place() {
        return place;
    }
}
