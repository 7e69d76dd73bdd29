package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of the parameters that exclude each other a request has: expressions, and the legacy parameters instead of them.
 * An operation names them in the order in which DynamoDB lists them, then calls {@link #check}.
 */
public final class ExpressionParameters {
    private final List<String> expressions = new ArrayList<>(4);
    private final List<String> given = new ArrayList<>(4);
    private final List<String> legacyGiven = new ArrayList<>(0);

    /** An expression that the operation takes, null where the request has none. */
    public ExpressionParameters expression(String name, @Nullable String text) {
        expressions.add(name);
        if (text != null) {
            given.add(name);
        }
        return this;
    }

    /** A legacy parameter that the operation takes, null where the request has none. */
    public ExpressionParameters legacy(String name, @Nullable Object value) {
        if (value != null) {
            legacyGiven.add(name);
        }
        return this;
    }

    /**
     * Refuses expressions together with legacy parameters, and names and values without an expression.
     *
     * @param hasNames whether the request has ExpressionAttributeNames
     * @param hasValues whether it has ExpressionAttributeValues
     * @throws ApiException a ValidationException
     */
    public void check(boolean hasNames, boolean hasValues) {
        if (!given.isEmpty() && !legacyGiven.isEmpty()) {
            checkNotMixed();
        }
        if (hasNames && given.isEmpty()) {
            throw ApiException.validation("ExpressionAttributeNames can only be specified when using expressions");
        }
        if (hasValues) {
            checkValuesTaken();
        }
    }

    private void checkNotMixed() {
        // DynamoDB: KeyConditions goes with the other expressions, only not with the one that replaces it.
        List<String> mixed = legacyGiven.stream()
                .filter(name -> !name.equals("KeyConditions") || given.contains("KeyConditionExpression"))
                .toList();
        if (!mixed.isEmpty()) {
            throw ApiException.validation(
                    "Can not use both expression and non-expression parameters in the same request:"
                            + " Non-expression parameters: {" + String.join(", ", mixed)
                            + "} Expression parameters: {" + String.join(", ", given) + "}");
        }
    }

    private void checkValuesTaken() {
        for (String name : given) {
            if (takesValues(name)) {
                return;
            }
        }
        List<String> takingValues =
                expressions.stream().filter(ExpressionParameters::takesValues).toList();
        throw ApiException.validation("ExpressionAttributeValues can only be specified when using expressions: "
                + String.join(" and ", takingValues) + (takingValues.size() > 1 ? " are" : " is") + " null");
    }

    private static boolean takesValues(String expression) {
        return !expression.equals("ProjectionExpression");
    }
}
