package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * What a query asks of the key, whichever way the request says it.
 *
 * @param byAttribute one condition for each attribute, in the order of the request
 */
public record KeyConditions(SequencedMap<String, KeyCondition> byAttribute) {
    public KeyConditions {
        byAttribute = Collections.unmodifiableSequencedMap(byAttribute);
    }

    /**
     * The conditions of the legacy parameter KeyConditions.
     *
     * @throws ApiException a ValidationException where an operator has operands of a wrong number or type
     */
    public static KeyConditions of(Map<String, AttributeCondition> conditions) {
        SequencedMap<String, KeyCondition> byAttribute = new LinkedHashMap<>();
        conditions.forEach((name, condition) ->
                byAttribute.put(name, new KeyCondition(name, condition.operator(), condition.checkedOperands())));
        return new KeyConditions(byAttribute);
    }
}
