package dev.stator.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Item;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UpdateExpressionTest {
    static List<Cases.Case> updates() {
        return Cases.read("updates.txt");
    }

    static List<Cases.Case> errors() {
        return Cases.read("update-errors.txt");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updates")
    void anUpdateMakesAnotherItemOrIsRefused(Cases.Case given) {
        UpdateExpression update = UpdateExpression.parse(given.expression(), given.substitutions());
        String item = given.property("item");
        String missing = given.property("missing");
        Item old = Shorthand.item(Objects.requireNonNull(item == null ? missing : item));
        Item before = Shorthand.item(Objects.requireNonNull(item == null ? missing : item));
        if (given.property("error") != null) {
            assertThatThrownBy(() -> apply(update, old, item == null))
                    .isInstanceOf(ApiException.class)
                    .hasMessage(given.property("error"));
            return;
        }

        UpdateResult result = apply(update, old, item == null);

        assertThat(result.updated()).isEqualTo(Shorthand.item(Objects.requireNonNull(given.property("becomes"))));
        assertFragment(given.property("old"), result.updatedOld());
        assertFragment(given.property("new"), result.updatedNew());
        if (given.property("creates") != null) {
            assertThat(update.createsItem()).isEqualTo(Boolean.valueOf(given.property("creates")));
        }
        assertThat(old).as("the item before is left alone").isEqualTo(before);
    }

    private static UpdateResult apply(UpdateExpression update, Item old, boolean missing) {
        return missing ? update.applyToMissing(old) : update.apply(old);
    }

    private static void assertFragment(@Nullable String expected, Item fragment) {
        if (expected != null) {
            assertThat(fragment).isEqualTo(Shorthand.item(expected));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("errors")
    void anUpdateIsRefusedWithoutAnItem(Cases.Case given) {
        String expected = given.expected();
        assertThat(expected).startsWith("error ");
        assertThatThrownBy(() -> UpdateExpression.parse(given.expression(), given.substitutions()))
                .isInstanceOf(ApiException.class)
                .hasMessage(expected.substring("error ".length()));
    }

    @Test
    void blanksAroundAnUpdateMeanNothing() {
        assertThatCode(() -> UpdateExpression.parse(" \t\r\n remove  a \n", Substitutions.of(null, null)))
                .doesNotThrowAnyException();
    }

    @Test
    void anUpdateTellsWhatItTouches() {
        UpdateExpression update = UpdateExpression.parse(
                "SET a = b.c, d.e = f, g = h + i, j = :s, k = list_append(l, m), n = if_not_exists(o, :s)"
                        + " ADD q[0] :n, r :n REMOVE s",
                Substitutions.of(null, Map.of(":s", new AttributeValue.S("s"), ":n", Shorthand.value("1"))));

        assertThat(update.attributes()).containsExactly("a", "d", "g", "j", "k", "n", "q", "r", "s");
        assertThat(update.nestedAttributes()).containsExactlyInAnyOrder("b", "d", "q");
        assertThat(update.assignedTypes())
                .isEqualTo(Map.of(
                        "g", AttributeValue.Type.N,
                        "j", AttributeValue.Type.S,
                        "k", AttributeValue.Type.L,
                        "n", AttributeValue.Type.S,
                        "r", AttributeValue.Type.N));
    }
}
