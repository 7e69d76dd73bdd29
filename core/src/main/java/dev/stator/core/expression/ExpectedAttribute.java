package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.InputValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One entry of the legacy parameter Expected; members are null where the request has none. */
public record ExpectedAttribute(
        @Nullable InputValue value,
        @Nullable Boolean exists,
        @Nullable ComparisonOperator comparisonOperator,
        @Nullable List<InputValue> attributeValueList) {

    /**
     * The condition that it means.
     *
     * @throws ApiException a ValidationException where its members contradict each other
     */
    AttributeCondition condition(String attribute) {
        if (attributeValueList != null && value != null) {
            throw ApiException.invalidParameter(
                    "Value and AttributeValueList cannot be used together for Attribute: " + attribute);
        }
        if (comparisonOperator != null) {
            return comparison(comparisonOperator, attribute);
        }
        if (attributeValueList != null) {
            throw ApiException.invalidParameter(
                    "AttributeValueList can only be used with a ComparisonOperator for Attribute: " + attribute);
        }
        if (exists != null && !exists) {
            if (value != null) {
                throw ApiException.invalidParameter(
                        "Value cannot be used when Exists is false for Attribute: " + attribute);
            }
            return new AttributeCondition(ComparisonOperator.NULL, null);
        }
        if (value == null) {
            throw ApiException.invalidParameter(
                    "Value must be provided when Exists is " + exists + " for Attribute: " + attribute);
        }
        return new AttributeCondition(ComparisonOperator.EQ, List.of(value));
    }

    private AttributeCondition comparison(ComparisonOperator operator, String attribute) {
        if (exists != null) {
            throw ApiException.invalidParameter(
                    "Exists and ComparisonOperator cannot be used together for Attribute: " + attribute);
        }
        boolean needsOperands = operator != ComparisonOperator.NULL && operator != ComparisonOperator.NOT_NULL;
        if (needsOperands && attributeValueList == null && value == null) {
            throw ApiException.invalidParameter("Value or AttributeValueList must be used with ComparisonOperator: "
                    + operator + " for Attribute: " + attribute);
        }
        return new AttributeCondition(operator, value == null ? attributeValueList : List.of(value));
    }
}
