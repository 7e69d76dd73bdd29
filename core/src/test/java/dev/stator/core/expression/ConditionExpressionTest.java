package dev.stator.core.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.Attributes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConditionExpressionTest {
    static List<Cases.Case> conditions() {
        return Cases.read("conditions.txt");
    }

    static List<Cases.Case> errors() {
        return Cases.read("condition-errors.txt");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"conditions", "errors"})
    void aConditionHoldsOrDoesNotOrIsRefused(Cases.Case given) {
        assertThat(outcome(given)).isEqualTo(given.expected());
    }

    private static String outcome(Cases.Case given) {
        try {
            String item = given.property("item");
            Attributes attributes = item == null ? Attributes.NONE : Shorthand.item(item);
            ConditionExpression condition =
                    ConditionExpression.parse("FilterExpression", given.expression(), given.substitutions());
            return String.valueOf(condition.matches(attributes));
        } catch (ApiException e) {
            return "error " + e.getMessage();
        }
    }

    @Test
    void errorsNameTheParameter() {
        assertThat(messageOf("ConditionExpression")).startsWith("Invalid ConditionExpression: Syntax error; ");
        assertThat(messageOf("FilterExpression")).startsWith("Invalid FilterExpression: Syntax error; ");
    }

    private static String messageOf(String parameter) {
        try {
            ConditionExpression.parse(parameter, "a >", Substitutions.of(null, null));
            return "no error";
        } catch (ApiException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void attributesAreTheFirstStepsOfAllPaths() {
        ConditionExpression condition = ConditionExpression.parse(
                "FilterExpression",
                "a = b.c AND size(#d[1]) > e OR NOT attribute_exists(f)",
                Substitutions.of(Map.of("#d", "delta"), null));

        assertThat(condition.attributes()).containsExactlyInAnyOrder("a", "b", "delta", "e", "f");
        assertThat(condition.nestedAttributes()).containsExactlyInAnyOrder("b", "delta");
    }
}
