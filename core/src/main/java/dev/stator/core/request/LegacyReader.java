package dev.stator.core.request;

import dev.stator.core.expression.AttributeCondition;
import dev.stator.core.expression.AttributeUpdate;
import dev.stator.core.expression.AttributeUpdates;
import dev.stator.core.expression.ComparisonOperator;
import dev.stator.core.expression.Condition;
import dev.stator.core.expression.ConditionalOperator;
import dev.stator.core.expression.ExpectedAttribute;
import dev.stator.core.expression.KeyConditions;
import dev.stator.core.expression.LegacyCondition;
import dev.stator.core.expression.Update;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.InputValue;
import dev.stator.core.protocol.RequestReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the legacy parameters, and turns them into what the expressions are turned into as well. */
public final class LegacyReader {
    private static final String[] OPERATORS = {
        "IN",
        "NULL",
        "BETWEEN",
        "LT",
        "NOT_CONTAINS",
        "EQ",
        "GT",
        "NOT_NULL",
        "NE",
        "LE",
        "BEGINS_WITH",
        "GE",
        "CONTAINS"
    };

    private LegacyReader() {}

    /** An entry of KeyConditions, QueryFilter or ScanFilter as the request gave it. */
    public record InputCondition(
            @Nullable String comparisonOperator, @Nullable List<InputValue> attributeValueList) {}

    /** An entry of Expected as the request gave it. */
    public record InputExpected(
            @Nullable InputValue value,
            @Nullable Boolean exists,
            @Nullable String comparisonOperator,
            @Nullable List<InputValue> attributeValueList) {}

    /** An entry of AttributeUpdates as the request gave it. */
    public record InputUpdate(
            @Nullable InputValue value, @Nullable String action) {}

    /** KeyConditions, QueryFilter or ScanFilter; null if absent. */
    public static @Nullable Map<String, InputCondition> conditions(RequestReader in) {
        return in.map("Condition", () -> {
            if (!in.beginElement("Condition")) {
                // Not dropped: a condition less would let through what it was to hold back.
                return new InputCondition(null, null);
            }
            String operator = null;
            List<InputValue> values = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "ComparisonOperator" -> operator = in.string();
                    case "AttributeValueList" -> values = values(in);
                    default -> in.skip();
                }
            }
            return new InputCondition(operator, values);
        });
    }

    /** Expected; null if absent. */
    public static @Nullable Map<String, InputExpected> expected(RequestReader in) {
        return in.map("ExpectedAttributeValue", () -> {
            if (!in.beginElement("ExpectedAttributeValue")) {
                return new InputExpected(null, null, null, null);
            }
            InputValue value = null;
            Boolean exists = null;
            String operator = null;
            List<InputValue> values = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "Value" -> value = AttributeReader.value(in);
                    case "Exists" -> exists = in.bool();
                    case "ComparisonOperator" -> operator = in.string();
                    case "AttributeValueList" -> values = values(in);
                    default -> in.skip();
                }
            }
            return new InputExpected(value, exists, operator, values);
        });
    }

    /** AttributeUpdates; null if absent. */
    public static @Nullable Map<String, InputUpdate> updates(RequestReader in) {
        return in.map("AttributeValueUpdate", () -> {
            if (!in.beginElement("AttributeValueUpdate")) {
                return new InputUpdate(null, null);
            }
            InputValue value = null;
            String action = null;
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                switch (member) {
                    case "Value" -> value = AttributeReader.value(in);
                    case "Action" -> action = in.string();
                    default -> in.skip();
                }
            }
            return new InputUpdate(value, action);
        });
    }

    private static @Nullable List<InputValue> values(RequestReader in) {
        List<@Nullable InputValue> values = in.list(() -> AttributeReader.element(in));
        if (values == null) {
            return null;
        }
        List<InputValue> present = new ArrayList<>(values.size());
        for (InputValue value : values) {
            if (value != null) {
                present.add(value);
            }
        }
        return present;
    }

    /** Adds the violations of conditions at {@code path}. */
    static void checkConditions(
            Constraints constraints, String path, @Nullable Map<String, InputCondition> conditions) {
        if (conditions != null) {
            conditions.forEach((name, condition) -> constraints
                    .notNull(path + "." + name + ".member.comparisonOperator", condition.comparisonOperator())
                    .oneOf(
                            path + "." + name + ".member.comparisonOperator",
                            condition.comparisonOperator(),
                            OPERATORS));
        }
    }

    /** Adds the violations of KeyConditions. */
    public static void checkKeyConditions(
            Constraints constraints, @Nullable Map<String, InputCondition> keyConditions) {
        checkConditions(constraints, "keyConditions", keyConditions);
    }

    static void checkExpected(Constraints constraints, @Nullable Map<String, InputExpected> expected) {
        if (expected != null) {
            expected.forEach((name, entry) -> constraints.oneOf(
                    "expected." + name + ".member.comparisonOperator", entry.comparisonOperator(), OPERATORS));
        }
    }

    /** Adds the violations of AttributeUpdates. */
    public static void checkUpdates(Constraints constraints, @Nullable Map<String, InputUpdate> updates) {
        if (updates != null) {
            updates.forEach((name, update) -> constraints.oneOf(
                    "attributeUpdates." + name + ".member.action", update.action(), "ADD", "PUT", "DELETE"));
        }
    }

    /** The conditions of KeyConditions, checked. Requires: the constraints have passed. */
    public static KeyConditions keyConditions(Map<String, InputCondition> conditions) {
        return KeyConditions.of(attributeConditions(conditions));
    }

    /** The filter of QueryFilter or ScanFilter, checked; null if absent. */
    static @Nullable Condition filter(
            @Nullable Map<String, InputCondition> conditions, @Nullable String conditionalOperator) {
        LegacyCondition.checkOperator(operator(conditionalOperator), conditions == null ? 0 : conditions.size());
        if (conditions == null) {
            return null;
        }
        return LegacyCondition.filter(attributeConditions(conditions), operator(conditionalOperator));
    }

    /** The condition of Expected, checked; null if absent. */
    static @Nullable Condition condition(
            @Nullable Map<String, InputExpected> expected, @Nullable String conditionalOperator) {
        LegacyCondition.checkOperator(operator(conditionalOperator), expected == null ? 0 : expected.size());
        if (expected == null) {
            return null;
        }
        Map<String, ExpectedAttribute> attributes = LinkedHashMap.newLinkedHashMap(expected.size());
        expected.forEach((name, entry) -> attributes.put(
                name,
                new ExpectedAttribute(
                        entry.value(),
                        entry.exists(),
                        entry.comparisonOperator() == null
                                ? null
                                : ComparisonOperator.valueOf(entry.comparisonOperator()),
                        entry.attributeValueList())));
        return LegacyCondition.expected(attributes, operator(conditionalOperator));
    }

    /** The update of AttributeUpdates, checked. */
    public static Update update(Map<String, InputUpdate> updates) {
        Map<String, AttributeUpdate> attributes = LinkedHashMap.newLinkedHashMap(updates.size());
        updates.forEach((name, update) -> attributes.put(
                name,
                new AttributeUpdate(
                        update.value(),
                        update.action() == null ? null : AttributeUpdate.Action.valueOf(update.action()))));
        return AttributeUpdates.of(attributes);
    }

    private static Map<String, AttributeCondition> attributeConditions(Map<String, InputCondition> conditions) {
        Map<String, AttributeCondition> attributes = LinkedHashMap.newLinkedHashMap(conditions.size());
        conditions.forEach((name, condition) -> attributes.put(
                name,
                new AttributeCondition(
                        ComparisonOperator.valueOf(Objects.requireNonNull(condition.comparisonOperator())),
                        condition.attributeValueList())));
        return attributes;
    }

    private static @Nullable ConditionalOperator operator(@Nullable String conditionalOperator) {
        return conditionalOperator == null ? null : ConditionalOperator.valueOf(conditionalOperator);
    }
}
