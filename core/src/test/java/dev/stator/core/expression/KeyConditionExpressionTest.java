package dev.stator.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyConditionExpressionTest {
    static List<Cases.Case> cases() {
        return Cases.read("key-conditions.txt");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void aKeyConditionConsistsOfOneConditionForEachAttributeOrIsRefused(Cases.Case given) {
        assertThat(outcome(given)).isEqualTo(given.expected());
    }

    private static String outcome(Cases.Case given) {
        try {
            return KeyConditionExpression.parse(given.expression(), given.substitutions())
                    .conditions()
                    .byAttribute()
                    .values()
                    .stream()
                    .map(KeyConditionExpressionTest::describe)
                    .collect(Collectors.joining("; "));
        } catch (ApiException e) {
            return "error " + e.getMessage();
        }
    }

    private static String describe(KeyCondition condition) {
        return condition.attribute() + " " + condition.operator() + " "
                + condition.operands().stream()
                        .map(operand -> operand instanceof AttributeValue.S text ? text.value() : operand.typeName())
                        .collect(Collectors.joining(" "));
    }

    @Test
    void whatItSaysIsCheckedOnlyWhenItIsAskedFor() {
        Substitutions substitutions = Substitutions.of(null, Map.of(":s", new AttributeValue.S("S")));

        assertThatCode(() -> KeyConditionExpression.parse("attribute_type(a, :s)", substitutions))
                .doesNotThrowAnyException();
        KeyConditionExpression expression = KeyConditionExpression.parse("attribute_type(a, :s)", substitutions);
        assertThatThrownBy(expression::conditions)
                .hasMessage("Invalid operator used in KeyConditionExpression: attribute_type");
    }
}
