package dev.stator.core.expression;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Attributes;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The legacy parameters Expected, QueryFilter and ScanFilter as a condition. Immutable.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html">Legacy
 *     conditional parameters</a>
 */
public final class LegacyCondition implements Condition {
    private final Map<String, Test> conditions;
    private final ConditionalOperator operator;

    /** What is asked of one attribute. */
    private record Test(ComparisonOperator operator, List<AttributeValue> operands) {
        static Test of(AttributeCondition condition) {
            return new Test(condition.operator(), condition.checkedOperands());
        }
    }

    private LegacyCondition(Map<String, Test> conditions, @Nullable ConditionalOperator operator) {
        this.conditions = conditions;
        this.operator = operator == null ? ConditionalOperator.AND : operator;
    }

    /**
     * The condition that Expected means.
     *
     * @param operator ConditionalOperator, null where the request has none
     * @throws ApiException a ValidationException where an entry is not well formed
     */
    public static LegacyCondition expected(
            Map<String, ExpectedAttribute> expected, @Nullable ConditionalOperator operator) {
        Map<String, Test> conditions = LinkedHashMap.newLinkedHashMap(expected.size());
        expected.forEach((attribute, entry) -> conditions.put(attribute, Test.of(entry.condition(attribute))));
        return new LegacyCondition(conditions, operator);
    }

    /**
     * The condition that QueryFilter or ScanFilter means.
     *
     * @param operator ConditionalOperator, null where the request has none
     * @throws ApiException a ValidationException where an operator has operands of a wrong number or type
     */
    public static LegacyCondition filter(
            Map<String, AttributeCondition> filter, @Nullable ConditionalOperator operator) {
        Map<String, Test> conditions = LinkedHashMap.newLinkedHashMap(filter.size());
        filter.forEach((attribute, entry) -> conditions.put(attribute, Test.of(entry)));
        return new LegacyCondition(conditions, operator);
    }

    /**
     * Refuses ConditionalOperator where there is nothing to combine.
     *
     * @param operator ConditionalOperator, null where the request has none
     * @param conditions how many entries Expected or the filter has; 0 where the request has none of them
     */
    public static void checkOperator(@Nullable ConditionalOperator operator, int conditions) {
        if (operator == null || conditions > 1) {
            return;
        }
        throw ApiException.validation(
                conditions == 0
                        ? "ConditionalOperator cannot be used without Filter or Expected"
                        : "ConditionalOperator can only be used when Filter or Expected has two or more elements");
    }

    @Override
    public boolean matches(Attributes item) {
        Predicate<Map.Entry<String, Test>> matches = entry -> entry.getValue()
                .operator()
                .test(item.attribute(entry.getKey()), entry.getValue().operands());
        if (operator == ConditionalOperator.OR && !conditions.isEmpty()) {
            return conditions.entrySet().stream().anyMatch(matches);
        }
        return conditions.entrySet().stream().allMatch(matches);
    }

    @Override
    public Set<String> attributes() {
        return Collections.unmodifiableSet(conditions.keySet());
    }

    @Override
    public Set<String> nestedAttributes() {
        return Set.of();
    }
}
