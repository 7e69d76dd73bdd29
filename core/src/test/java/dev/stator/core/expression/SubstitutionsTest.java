package dev.stator.core.expression;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.protocol.InputAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubstitutionsTest {
    private static final AttributeValue VALUE = new AttributeValue.S("v");

    @Test
    void aRequestNeedNotHaveAny() {
        Substitutions none = Substitutions.of(null, null);

        assertThatCode(none::check).doesNotThrowAnyException();
        assertThatCode(none::checkAllUsed).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"#a", "#A1_", "#1", "#_"})
    void aNameHasAKeyOfLettersDigitsAndUnderscores(String key) {
        assertThatCode(() -> Substitutions.of(Map.of(key, "x"), null).check()).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "#", "#a-b", "#a.b", ":a", "##", "# a", "#é", ""})
    void aNameWithAnotherKeyIsRefused(String key) {
        assertRefused(
                Map.of(key, "x"),
                null,
                "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", ":", ":a-b", "#a", ":a b"})
    void aValueWithAnotherKeyIsRefused(String key) {
        assertRefused(
                null,
                Map.of(key, VALUE),
                "ExpressionAttributeValues contains invalid key: Syntax error; key: \"" + key + "\"");
    }

    @Test
    void emptyMapsAreRefused() {
        assertRefused(Map.of(), Map.of(), "ExpressionAttributeNames must not be empty");
        assertRefused(null, Map.of(), "ExpressionAttributeValues must not be empty");
    }

    @Test
    void namesAreCheckedBeforeValues() {
        assertRefused(
                Map.of("a", "x"), Map.of(), "ExpressionAttributeNames contains invalid key: Syntax error; key: \"a\"");
    }

    @Test
    void anEmptyNameIsRefused() {
        assertRefused(
                Map.of("#DE", ""),
                null,
                "ExpressionAttributeNames contains invalid value: Empty attribute name for key #DE");
    }

    @Test
    void aNameHasFewerThan64KilobytesAndAKey255Bytes() {
        assertThatCode(() -> Substitutions.of(Map.of("#" + "a".repeat(254), "x".repeat(65_535)), null)
                        .check())
                .doesNotThrowAnyException();
        assertRefused(
                Map.of("#" + "a".repeat(255), "x"),
                null,
                "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too"
                        + " long; size of key: 256");
        assertThatThrownBy(() ->
                        Substitutions.of(Map.of("#a", "x".repeat(65_536)), null).check())
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("65536");
        assertThatThrownBy(() -> Substitutions.of(null, Map.of(":" + "a".repeat(255), VALUE))
                        .check())
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("a key that is too long");
    }

    @Test
    void namesAndValuesTogetherHaveTwoMegabytesAtMost() {
        int limit = 2 * 1024 * 1024;
        String key = ":v";

        assertThatCode(() -> Substitutions.of(null, Map.of(key, text(limit - key.length())))
                        .check())
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> Substitutions.of(null, Map.of(key, text(limit - key.length() + 1)))
                        .check())
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("size: " + (limit + 1));
    }

    private static AttributeValue text(int length) {
        return new AttributeValue.S("x".repeat(length));
    }

    @Test
    void aMalformedValueIsToldAfterMalformedKeys() {
        String problem = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
        Substitutions badValue = new Substitutions(null, new InputAttributes(Map.of(":b", VALUE), ":b", problem));
        Substitutions badKeyToo =
                new Substitutions(null, new InputAttributes(Map.of(":b", VALUE, "b", VALUE), ":b", problem));

        assertThatThrownBy(badValue::check)
                .hasMessage("ExpressionAttributeValues contains invalid value: " + problem + " for key :b");
        assertThatThrownBy(badKeyToo::check)
                .hasMessage("ExpressionAttributeValues contains invalid key: Syntax error; key: \"b\"");
    }

    @Test
    void whatNoExpressionUsesIsRefusedNamesFirst() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("#a", "a");
        names.put("#b", "b");
        names.put("#c", "c");
        Substitutions substitutions = Substitutions.of(names, Map.of(":v", VALUE, ":w", VALUE));

        ConditionExpression.parse("FilterExpression", "#b = :v", substitutions);
        assertThatThrownBy(substitutions::checkAllUsed)
                .hasMessage("Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c}");

        ProjectionExpression.parse("#a, x.#c", substitutions);
        assertThatThrownBy(substitutions::checkAllUsed)
                .hasMessage("Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}");

        UpdateExpression.parse("SET x = :w", substitutions);
        assertThatCode(substitutions::checkAllUsed).doesNotThrowAnyException();
    }

    private static void assertRefused(
            @Nullable Map<String, String> names, @Nullable Map<String, AttributeValue> values, String message) {
        assertThatThrownBy(() -> Substitutions.of(names, values).check())
                .isInstanceOf(ApiException.class)
                .hasMessage(message);
    }
}
