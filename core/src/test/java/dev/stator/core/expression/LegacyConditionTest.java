package dev.stator.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Attributes;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.InputValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LegacyConditionTest {
    private static final InputValue VALUE = value("v");

    static List<Cases.Case> cases() {
        return Cases.read("legacy-conditions.txt");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void aFilterMatchesOrDoesNotOrIsRefused(Cases.Case given) {
        assertThat(outcome(given, entry -> LegacyCondition.filter(entry, null))).isEqualTo(given.expected());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void expectedMeansTheSame(Cases.Case given) {
        assertThat(outcome(
                        given,
                        entry -> LegacyCondition.expected(
                                Map.of("a", expected(Objects.requireNonNull(entry.get("a")))), null)))
                .isEqualTo(given.expected());
    }

    private static ExpectedAttribute expected(AttributeCondition entry) {
        return new ExpectedAttribute(null, null, entry.operator(), entry.attributeValueList());
    }

    private interface Reading {
        Condition read(Map<String, AttributeCondition> entries);
    }

    private static String outcome(Cases.Case given, Reading reading) {
        String[] words = given.expression().split(" ", 2);
        AttributeValue.L operands = (AttributeValue.L) Shorthand.value(words[1]);
        List<InputValue> input = operands.value().stream()
                .map(operand -> new InputValue(operand, null))
                .toList();
        Item item = Shorthand.item(Objects.requireNonNull(given.property("item")));
        try {
            Condition condition =
                    reading.read(Map.of("a", new AttributeCondition(ComparisonOperator.valueOf(words[0]), input)));
            return String.valueOf(condition.matches(item));
        } catch (ApiException e) {
            return "error " + e.getMessage();
        }
    }

    private static InputValue value(String text) {
        return new InputValue(new AttributeValue.S(text), null);
    }

    @Nested
    class Operators {
        private final Map<String, AttributeCondition> twoEntries = new LinkedHashMap<>();

        Operators() {
            twoEntries.put("a", new AttributeCondition(ComparisonOperator.EQ, List.of(value("1"))));
            twoEntries.put("b", new AttributeCondition(ComparisonOperator.EQ, List.of(value("2"))));
        }

        @Test
        void allConditionsMustHoldUnlessOneIsEnough() {
            Item both = Shorthand.item("{\"a\": \"1\", \"b\": \"2\"}");
            Item one = Shorthand.item("{\"a\": \"x\", \"b\": \"2\"}");
            Item none = Shorthand.item("{\"a\": \"x\", \"b\": \"y\"}");

            assertMatches(null, both, true);
            assertMatches(null, one, false);
            assertMatches(ConditionalOperator.AND, one, false);
            assertMatches(ConditionalOperator.OR, both, true);
            assertMatches(ConditionalOperator.OR, one, true);
            assertMatches(ConditionalOperator.OR, none, false);
        }

        private void assertMatches(@Nullable ConditionalOperator operator, Item item, boolean expected) {
            assertThat(LegacyCondition.filter(twoEntries, operator).matches(item))
                    .isEqualTo(expected);
        }

        @Test
        void noConditionsAlwaysHold() {
            assertThat(LegacyCondition.filter(Map.of(), null).matches(Attributes.NONE))
                    .isTrue();
            assertThat(LegacyCondition.expected(Map.of(), ConditionalOperator.OR)
                            .matches(Attributes.NONE))
                    .isTrue();
        }

        @Test
        void anOperatorNeedsTwoConditions() {
            assertThatCode(() -> LegacyCondition.checkOperator(null, 0)).doesNotThrowAnyException();
            assertThatCode(() -> LegacyCondition.checkOperator(ConditionalOperator.AND, 2))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> LegacyCondition.checkOperator(ConditionalOperator.AND, 0))
                    .hasMessage("ConditionalOperator cannot be used without Filter or Expected");
            assertThatThrownBy(() -> LegacyCondition.checkOperator(ConditionalOperator.OR, 1))
                    .hasMessage(
                            "ConditionalOperator can only be used when Filter or Expected has two or more elements");
        }

        @Test
        void attributesAreTheNamesAsTheyAre() {
            LegacyCondition condition =
                    LegacyCondition.filter(Map.of("a.b", new AttributeCondition(ComparisonOperator.NULL, null)), null);

            assertThat(condition.attributes()).containsExactly("a.b");
            assertThat(condition.nestedAttributes()).isEmpty();
        }
    }

    /** Expected has three ways to say what it expects, which exclude each other. */
    @Nested
    class Expected {
        @Test
        void aValueAloneIsEqualToTheAttribute() {
            assertThat(matches(new ExpectedAttribute(VALUE, null, null, null), "{\"a\": \"v\"}"))
                    .isTrue();
            assertThat(matches(new ExpectedAttribute(VALUE, true, null, null), "{\"a\": \"w\"}"))
                    .isFalse();
        }

        @Test
        void existsFalseIsAnAttributeThatIsMissing() {
            assertThat(matches(new ExpectedAttribute(null, false, null, null), "{}"))
                    .isTrue();
            assertThat(matches(new ExpectedAttribute(null, false, null, null), "{\"a\": \"v\"}"))
                    .isFalse();
        }

        @Test
        void aValueMayStandInTheListsPlace() {
            assertThat(matches(new ExpectedAttribute(VALUE, null, ComparisonOperator.NE, null), "{\"a\": \"w\"}"))
                    .isTrue();
        }

        private static boolean matches(ExpectedAttribute expected, String item) {
            return LegacyCondition.expected(Map.of("a", expected), null).matches(Shorthand.item(item));
        }

        @Test
        void combinationsThatMeanNothingAreRefused() {
            assertRefused(
                    new ExpectedAttribute(VALUE, null, null, List.of()),
                    "Value and AttributeValueList cannot be used together for Attribute: a");
            assertRefused(
                    new ExpectedAttribute(null, true, ComparisonOperator.LT, null),
                    "Exists and ComparisonOperator cannot be used together for Attribute: a");
            assertRefused(
                    new ExpectedAttribute(null, null, ComparisonOperator.LT, null),
                    "Value or AttributeValueList must be used with ComparisonOperator: LT for Attribute: a");
            assertRefused(
                    new ExpectedAttribute(null, null, null, List.of()),
                    "AttributeValueList can only be used with a ComparisonOperator for Attribute: a");
            assertRefused(
                    new ExpectedAttribute(null, true, null, List.of()),
                    "AttributeValueList can only be used with a ComparisonOperator for Attribute: a");
            assertRefused(
                    new ExpectedAttribute(null, null, null, null),
                    "Value must be provided when Exists is null for Attribute: a");
            assertRefused(
                    new ExpectedAttribute(null, true, null, null),
                    "Value must be provided when Exists is true for Attribute: a");
            assertRefused(
                    new ExpectedAttribute(VALUE, false, null, null),
                    "Value cannot be used when Exists is false for Attribute: a");
            assertRefused(
                    new ExpectedAttribute(VALUE, null, ComparisonOperator.BETWEEN, null),
                    "Invalid number of argument(s) for the BETWEEN ComparisonOperator");
            assertRefused(
                    new ExpectedAttribute(VALUE, null, ComparisonOperator.NULL, null),
                    "Invalid number of argument(s) for the NULL ComparisonOperator");
        }

        private static void assertRefused(ExpectedAttribute expected, String message) {
            assertThatThrownBy(() -> LegacyCondition.expected(Map.of("a", expected), null))
                    .isInstanceOf(ApiException.class)
                    .hasMessage("One or more parameter values were invalid: " + message);
        }
    }

    @Test
    void aMalformedOperandIsToldBeforeTheNumberOfOperands() {
        InputValue malformed = new InputValue(new AttributeValue.S(""), "some problem");

        assertThatThrownBy(() -> LegacyCondition.filter(
                        Map.of("a", new AttributeCondition(ComparisonOperator.EQ, List.of(VALUE, malformed))), null))
                .isInstanceOf(ApiException.class)
                .hasMessage("some problem");
    }

    @Test
    void keyConditionsAreCheckedAlikeAndKeepTheirOperators() {
        Map<String, AttributeCondition> entries = new LinkedHashMap<>();
        entries.put("a", new AttributeCondition(ComparisonOperator.EQ, List.of(VALUE)));
        entries.put("b", new AttributeCondition(ComparisonOperator.NOT_NULL, null));

        KeyConditions conditions = KeyConditions.of(entries);

        assertThat(conditions.byAttribute())
                .containsExactly(
                        Map.entry("a", new KeyCondition("a", ComparisonOperator.EQ, List.of(VALUE.value()))),
                        Map.entry("b", new KeyCondition("b", ComparisonOperator.NOT_NULL, List.of())));
        assertThat(ComparisonOperator.NOT_NULL.isIndexable()).isFalse();
        assertThat(ComparisonOperator.BEGINS_WITH.isIndexable()).isTrue();
        assertThatThrownBy(() -> KeyConditions.of(Map.of("a", new AttributeCondition(ComparisonOperator.EQ, null))))
                .hasMessage("One or more parameter values were invalid: Invalid number of argument(s) for the EQ"
                        + " ComparisonOperator");
    }
}
