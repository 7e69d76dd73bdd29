package dev.stator.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large, deep and meaningless texts: each is answered, or refused with a ValidationException, and nothing else. */
class ExpressionLimitsTest {
    private static final List<String> PARTS = List.of(
            "a",
            "b",
            "c",
            "#a",
            "#b",
            ":a",
            ":b",
            "(",
            ")",
            "[",
            "]",
            "0",
            "1",
            "99999999999",
            ".",
            ",",
            "=",
            "<",
            ">",
            "<=",
            ">=",
            "<>",
            "+",
            "-",
            " ",
            " ",
            "AND",
            "OR",
            "NOT",
            "IN",
            "BETWEEN",
            "SET",
            "REMOVE",
            "ADD",
            "DELETE",
            "size(",
            "contains(",
            "begins_with(",
            "attribute_exists(",
            "attribute_type(",
            "list_append(",
            "if_not_exists(",
            "nope(",
            "\t",
            "é",
            "😀",
            "\"",
            "_",
            "name",
            "\u0000",
            "\uD800");

    private static final int TEXT_MAX = 4096;
    /** The kinds that this package reads as text. */
    private static final Set<ExpressionKind> TEXT_KINDS = EnumSet.complementOf(EnumSet.of(ExpressionKind.PARTIQL));

    private static final Substitutions NONE = Substitutions.of(null, null);

    private static void parse(ExpressionKind kind, String text, Substitutions substitutions) {
        switch (kind) {
            case CONDITION, FILTER -> ConditionExpression.parse(kind.parameter(), text, substitutions);
            case KEY_CONDITION -> KeyConditionExpression.parse(text, substitutions);
            case PROJECTION -> ProjectionExpression.parse(text, substitutions);
            case UPDATE -> UpdateExpression.parse(text, substitutions);
            case PARTIQL -> throw new IllegalArgumentException("PartiQL has a parser of its own");
        }
    }

    private static String refusal(ExpressionKind kind, String text) {
        try {
            parse(kind, text, NONE);
            return "no error";
        } catch (ApiException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void emptyTextsAreRefused() {
        for (ExpressionKind kind : TEXT_KINDS) {
            assertThat(refusal(kind, ""))
                    .isEqualTo("Invalid " + kind.parameter() + ": The expression can not be empty;");
        }
    }

    @Test
    void textsOf4096BytesAreReadAndLongerOnesRefused() {
        assertThatCode(() -> parse(ExpressionKind.PROJECTION, "x".repeat(TEXT_MAX), NONE))
                .doesNotThrowAnyException();
        String tooLong = "x".repeat(TEXT_MAX + 1);
        assertThat(refusal(ExpressionKind.FILTER, tooLong))
                .isEqualTo("Invalid FilterExpression: Expression size has exceeded the maximum allowed size;"
                        + " expression size: 4097");
        assertThat(refusal(ExpressionKind.CONDITION, tooLong))
                .isEqualTo("Invalid ConditionExpression: Expression size has exceeded the maximum allowed size;"
                        + " expression size: 4097");
        for (ExpressionKind kind :
                List.of(ExpressionKind.PROJECTION, ExpressionKind.UPDATE, ExpressionKind.KEY_CONDITION)) {
            assertThat(refusal(kind, tooLong))
                    .isEqualTo(
                            "Invalid " + kind.parameter() + ": Expression size has exceeded the maximum allowed size;");
        }
    }

    @Test
    void theSizeIsCountedInBytes() {
        assertThat(refusal(ExpressionKind.FILTER, "é".repeat(TEXT_MAX / 2)))
                .startsWith("Invalid FilterExpression: Syntax error; token: \"é\"");
        assertThat(refusal(ExpressionKind.FILTER, "é".repeat(TEXT_MAX / 2) + "a"))
                .endsWith("expression size: 4097");
    }

    @Test
    void threeHundredOperatorsAreTheLimit() {
        String tooMany = "Invalid ConditionExpression: The expression contains too many operators; operator count: 301";

        // One comparison, and 149 more with an OR each.
        String nested = "a<b " + "or (a<b ".repeat(149) + ")".repeat(149);
        assertThat(refusal(ExpressionKind.CONDITION, nested)).isEqualTo("no error");
        assertThat(refusal(ExpressionKind.CONDITION, "a<b " + "or a<b ".repeat(149)))
                .isEqualTo("no error");
        assertThat(refusal(ExpressionKind.CONDITION, "not " + nested)).isEqualTo("no error");
        assertThat(refusal(ExpressionKind.CONDITION, "not not " + nested)).isEqualTo(tooMany);
        assertThat(refusal(ExpressionKind.CONDITION, "a<b " + "or a<b ".repeat(150)))
                .isEqualTo(tooMany);
        assertThat(refusal(ExpressionKind.CONDITION, "a<b " + "or (a<b ".repeat(454) + ")".repeat(454)))
                .isEqualTo(tooMany);
        assertThat(refusal(ExpressionKind.CONDITION, "not ".repeat(1000) + "a<b"))
                .isEqualTo(tooMany);
        assertThat(refusal(ExpressionKind.UPDATE, "SET a=" + "(".repeat(300) + "b" + "+c)".repeat(300)))
                .isEqualTo("no error");
        assertThat(refusal(ExpressionKind.UPDATE, "SET a=" + "(".repeat(300) + "b" + "+c)".repeat(300) + "+d"))
                .isEqualTo("Invalid UpdateExpression: The expression contains too many operators; operator count: 301");
    }

    @Test
    void oneHundredOperandsOfInAreTheLimit() {
        assertThatCode(() -> parse(ExpressionKind.CONDITION, in(100), values(101)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> parse(ExpressionKind.CONDITION, in(101), values(101)))
                .hasMessage("Invalid ConditionExpression: The IN operator is provided with too many operands;"
                        + " number of operands: 101");
    }

    private static String in(int operands) {
        return IntStream.range(0, operands).mapToObj(i -> ":v" + i).collect(Collectors.joining(",", "a IN (", ")"));
    }

    private static Substitutions values(int count) {
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        IntStream.range(0, count).forEach(i -> values.put(":v" + i, new AttributeValue.S("v")));
        return Substitutions.of(null, values);
    }

    @Test
    void anUpdateMayHaveHundredsOfActions() {
        String actions =
                IntStream.range(0, 400).mapToObj(i -> "a" + i + "=b").collect(Collectors.joining(",", "SET ", ""));

        assertThat(refusal(ExpressionKind.UPDATE, actions)).isEqualTo("no error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                ")",
                "((a",
                "a.",
                "a[0]",
                "a[",
                "[",
                "not ",
                "not (",
                "not(a<b) and (",
                "a<b and (",
                "f(",
                "size(",
                "if_not_exists(a,",
                "set a = ",
                "set a = (",
                "set a = (b + ",
                "#",
                ":",
                "#a",
                ":a",
                ",",
                "a,",
                "a or ",
                "a between ",
                "a in (",
                "\"",
                "SET ",
                "SET a = f(",
                "😀",
                "a = size((",
                "NOT NOT (("
            })
    void endlessRepetitionsAreRefusedCleanly(String part) {
        int times = TEXT_MAX / part.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        String text = part.repeat(times);
        for (ExpressionKind kind : TEXT_KINDS) {
            assertThat(refusal(kind, text)).startsWith("Invalid " + kind.parameter() + ": ");
        }
    }

    @Test
    void deepNestingIsRefusedWithoutDeepStacks() throws InterruptedException {
        String parentheses = "(".repeat(2046) + "a<b" + ")".repeat(2046);
        String open = "(".repeat(TEXT_MAX);
        String negations = "not (".repeat(300) + "a=b" + ")".repeat(300);
        String unknown = "a < " + "f(".repeat(1355) + "b" + ")".repeat(1355);
        String sizes = "a < " + "size(".repeat(680) + "b" + ")".repeat(680);
        String values = "SET a = " + "(".repeat(2000) + "b" + ")".repeat(2000);
        String functions = "SET a = " + "if_not_exists(a,".repeat(240) + "b" + ")".repeat(240);
        List<String> refusals = new ArrayList<>();
        // A stack of half the usual size shows that the depth of the text is bounded.
        Thread small = new Thread(
                null,
                () -> {
                    refusals.add(refusal(ExpressionKind.CONDITION, parentheses));
                    refusals.add(refusal(ExpressionKind.CONDITION, open));
                    refusals.add(refusal(ExpressionKind.CONDITION, negations));
                    refusals.add(refusal(ExpressionKind.CONDITION, unknown));
                    refusals.add(refusal(ExpressionKind.CONDITION, sizes));
                    refusals.add(refusal(ExpressionKind.UPDATE, values));
                    refusals.add(refusal(ExpressionKind.UPDATE, functions));
                },
                "small stack",
                512 * 1024);
        small.start();
        small.join();

        assertThat(refusals)
                .containsExactly(
                        "Invalid ConditionExpression: The expression has redundant parentheses;",
                        "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"(\"",
                        "Invalid ConditionExpression: The expression contains too many operators; operator count: 301",
                        "Invalid ConditionExpression: Invalid function name; function: f",
                        "Invalid ConditionExpression: The function is not allowed to be used this way in an expression;"
                                + " function: size",
                        "Invalid UpdateExpression: The expression has redundant parentheses;",
                        "no error");
    }

    @Test
    void theDeepestConditionIsEvaluated() {
        String nested = "a < :b " + "or (not (a < :b ".repeat(99) + "))".repeat(99);
        ConditionExpression condition = ConditionExpression.parse(
                "FilterExpression", nested, Substitutions.of(null, Map.of(":b", Shorthand.value("1"))));

        assertThat(condition.matches(Shorthand.item("{\"a\": 2}"))).isTrue();
        assertThat(condition.matches(Shorthand.item("{\"a\": 0}"))).isTrue();
    }

    /** Seeded: a failure names the seed and the text. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomTextsAreReadOrRefusedAndNothingElse(long seed) {
        Random random = new Random(seed);
        Map<String, AttributeValue> values =
                Map.of(":a", Shorthand.value("1"), ":b", Shorthand.value("{\"$SS\": [\"x\"]}"));
        for (int i = 0; i < 3000; i++) {
            StringBuilder text = new StringBuilder();
            int length = 1 + random.nextInt(30);
            for (int j = 0; j < length; j++) {
                text.append(PARTS.get(random.nextInt(PARTS.size()))).append(random.nextBoolean() ? " " : "");
            }
            for (ExpressionKind kind : TEXT_KINDS) {
                readOrRefuse(kind, text.toString(), values, "seed " + seed);
            }
        }
    }

    private static void readOrRefuse(
            ExpressionKind kind, String text, Map<String, AttributeValue> values, String seed) {
        try {
            parse(kind, text, Substitutions.of(Map.of("#a", "a", "#b", "status"), values));
        } catch (ApiException e) {
            assertThat(e.getMessage()).startsWith("Invalid " + kind.parameter() + ": ");
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(seed + ", " + kind + ": " + text, e);
        }
    }

    /** Seeded: well-formed conditions and updates are applied to items of all shapes. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void wellFormedExpressionsMeetAnyItem(long seed) {
        Random random = new Random(seed);
        List<String> items = List.of(
                "{}",
                "{\"a\": 1, \"b\": \"x\"}",
                "{\"a\": {\"b\": {\"$SS\": [\"x\"]}}, \"b\": [1, 2, 3]}",
                "{\"a\": [[1], {\"b\": 2}], \"b\": null}");
        List<String> paths = List.of("a", "b", "a.b", "b[1]", "a[0]", "a[1].b", "a.b[0]", "b[9]");
        Map<String, AttributeValue> values = Map.of(":n", Shorthand.value("2"), ":s", Shorthand.value("\"x\""));
        for (int i = 0; i < 2000; i++) {
            String left = paths.get(random.nextInt(paths.size()));
            String right = paths.get(random.nextInt(paths.size()));
            String value = random.nextBoolean() ? ":n" : ":s";
            String condition = List.of(
                            left + " < " + value,
                            "NOT " + left + " BETWEEN " + value + " AND " + value,
                            "size(" + left + ") >= " + value + " OR contains(" + left + ", " + value + ")")
                    .get(random.nextInt(3));
            String update = List.of(
                            "SET " + left + " = " + value,
                            "SET " + left + " = " + right + " REMOVE c",
                            "REMOVE " + left,
                            "ADD " + left + " :n")
                    .get(random.nextInt(4));
            String item = items.get(random.nextInt(items.size()));
            try {
                Substitutions substitutions = Substitutions.of(null, values);
                ConditionExpression.parse("FilterExpression", condition, substitutions)
                        .matches(Shorthand.item(item));
                applyOrRefuse(UpdateExpression.parse(update, substitutions), item);
            } catch (RuntimeException e) {
                throw new AssertionError(String.join("; ", "seed " + seed, condition, update, item), e);
            }
        }
    }

    private static void applyOrRefuse(UpdateExpression update, String item) {
        try {
            UpdateResult result = update.apply(Shorthand.item(item));
            assertThat(result.updatedOld().attributes().keySet()).isSubsetOf(update.attributes());
            assertThat(result.updatedNew().attributes().keySet()).isSubsetOf(update.attributes());
        } catch (ApiException e) {
            assertThat(e.getMessage())
                    .isIn(
                            "The document path provided in the update expression is invalid for update",
                            "An operand in the update expression has an incorrect data type",
                            "The provided expression refers to an attribute that does not exist in the item");
        }
    }
}
