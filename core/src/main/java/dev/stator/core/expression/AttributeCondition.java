package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.protocol.InputValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the legacy KeyConditions, QueryFilter and ScanFilter.
 *
 * @param attributeValueList the operands, null where the request has no such member
 */
public record AttributeCondition(
        ComparisonOperator operator, @Nullable List<InputValue> attributeValueList) {
    /**
     * The operands, of which there are as many, and of which types, as the operator takes.
     *
     * @throws ApiException a ValidationException where they are not
     */
    List<AttributeValue> checkedOperands() {
        List<InputValue> input = attributeValueList == null ? List.of() : attributeValueList;
        input.forEach(InputValue::check);
        List<AttributeValue> operands = input.stream().map(InputValue::value).toList();
        if (!takes(operands.size())) {
            throw ApiException.invalidParameter(
                    "Invalid number of argument(s) for the " + operator + " ComparisonOperator");
        }
        for (AttributeValue operand : operands) {
            if (operand.type() != operands.getFirst().type()) {
                throw ApiException.invalidParameter("AttributeValues inside AttributeValueList must be of same type");
            }
        }
        for (AttributeValue operand : operands) {
            if (!takes(operand.type())) {
                throw ApiException.invalidParameter("ComparisonOperator " + operator + " is not valid for "
                        + operand.typeName() + " AttributeValue type");
            }
        }
        if (operator == ComparisonOperator.BETWEEN && Comparisons.order(operands.get(0), operands.get(1)) > 0) {
            throw ApiException.validation(
                    "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound");
        }
        return operands;
    }

    private boolean takes(int operands) {
        return switch (operator) {
            case NULL, NOT_NULL -> operands == 0;
            case IN -> operands > 0;
            case BETWEEN -> operands == 2;
            default -> operands == 1;
        };
    }

    private boolean takes(AttributeValue.Type type) {
        return switch (operator) {
            case LT, LE, GT, GE, IN, BETWEEN -> Comparisons.isOrdered(type);
            case BEGINS_WITH -> type == AttributeValue.Type.S || type == AttributeValue.Type.B;
            case CONTAINS, NOT_CONTAINS ->
                Comparisons.isOrdered(type) || type == AttributeValue.Type.BOOL || type == AttributeValue.Type.NULL;
            default -> true;
        };
    }
}
