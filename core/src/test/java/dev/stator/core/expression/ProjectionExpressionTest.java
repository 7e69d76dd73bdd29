package dev.stator.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.item.Item;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProjectionExpressionTest {
    private static final Item ITEM = Shorthand.item("{\"p\": \"k\", \"a\": {\"b\": 1, \"c\": 2}, \"d\": 3}");

    static List<Cases.Case> cases() {
        return Cases.read("projections.txt");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void aProjectionReturnsPartsOfTheItemOrIsRefused(Cases.Case given) {
        Item item = Shorthand.item(Objects.requireNonNull(given.property("item")));
        Object outcome;
        try {
            outcome = ProjectionExpression.parse(given.expression(), given.substitutions())
                    .apply(item);
        } catch (ApiException e) {
            outcome = "error " + e.getMessage();
        }

        String expected = given.expected();
        assertThat(outcome).isEqualTo(expected.startsWith("error ") ? expected : Shorthand.item(expected));
    }

    @Test
    void anItemInStoredFormIsProjectedAlike() {
        ProjectionExpression projection = ProjectionExpression.parse("a.c, d", Substitutions.of(null, null));

        assertThat(projection.apply(EncodedItem.of(ITEM))).isEqualTo(projection.apply(ITEM));
    }

    @Test
    void attributesToGetReturnsWholeAttributes() {
        ProjectionExpression projection = ProjectionExpression.ofAttributes(List.of("a", "x", "a.b", "status"));

        assertThat(projection.apply(ITEM)).isEqualTo(Shorthand.item("{\"a\": {\"b\": 1, \"c\": 2}}"));
        assertThat(projection.attributes()).containsExactly("a", "x", "a.b", "status");
        assertThat(projection.nestedAttributes()).isEmpty();
    }

    @Test
    void attributesToGetNamesEachAttributeOnce() {
        assertThatThrownBy(() -> ProjectionExpression.ofAttributes(List.of("a", "b", "a")))
                .isInstanceOf(ApiException.class)
                .hasMessage("One or more parameter values were invalid: Duplicate value in attribute name: a");
    }

    @Test
    void attributesAreTheFirstStepsOfAllPaths() {
        ProjectionExpression projection = ProjectionExpression.parse("a.b, a.c, d, e[0]", Substitutions.of(null, null));

        assertThat(projection.attributes()).containsExactly("a", "d", "e");
        assertThat(projection.nestedAttributes()).containsExactly("a", "e");
    }
}
