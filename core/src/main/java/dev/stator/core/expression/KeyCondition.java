package dev.stator.core.expression;

import dev.stator.core.item.AttributeValue;
import java.util.List;

/**
 * What a query asks of one attribute of the key.
 *
 * @param attribute the attribute's name
 * @param operator any of them where it comes from the legacy KeyConditions, which the key schema then refuses; else one
 *     that is indexable
 * @param operands as many values as the operator takes, of one type
 */
public record KeyCondition(String attribute, ComparisonOperator operator, List<AttributeValue> operands) {}
