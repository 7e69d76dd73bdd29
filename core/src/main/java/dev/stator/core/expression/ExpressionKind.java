package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import java.util.Locale;

/** The kinds of expressions: how the request calls them, and which words they keep for themselves. */
enum ExpressionKind {
    CONDITION("ConditionExpression"),
    FILTER("FilterExpression"),
    KEY_CONDITION("KeyConditionExpression"),
    PROJECTION("ProjectionExpression"),
    UPDATE("UpdateExpression"),
    /** Conditions, updates and select lists of PartiQL; its errors name no parameter, and its names may be any. */
    PARTIQL("Statement");

    private final String parameter;

    ExpressionKind(String parameter) {
        this.parameter = parameter;
    }

    /** The name of the request parameter. */
    String parameter() {
        return parameter;
    }

    /** Whether this word, in any case, is part of the grammar and so no attribute name. */
    boolean isKeyword(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "AND", "OR", "NOT", "IN", "BETWEEN" -> this == CONDITION || this == FILTER || this == KEY_CONDITION;
            case "SET", "REMOVE", "ADD", "DELETE" -> this == UPDATE;
            default -> false;
        };
    }

    /** Whether names that are reserved words are refused. */
    boolean hasReservedWords() {
        return this != PARTIQL;
    }

    /** The error that begins with the parameter, if it is one that has nothing but an expression. */
    ApiException invalid(String problem) {
        if (this == PARTIQL) {
            return ApiException.validation(problem);
        }
        return ApiException.validation("Invalid " + parameter + ": " + problem);
    }
}
