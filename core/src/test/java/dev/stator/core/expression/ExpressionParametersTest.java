package dev.stator.core.expression;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Texts: observed on the real service by others and published with their tests. */
class ExpressionParametersTest {
    private static final Object GIVEN = Map.of();

    @Test
    void expressionsAloneOrLegacyParametersAlonePass() {
        assertThatCode(() -> update("", "", null, null).check(true, true)).doesNotThrowAnyException();
        assertThatCode(() -> update(null, null, GIVEN, GIVEN).check(false, false))
                .doesNotThrowAnyException();
        assertThatCode(() -> update(null, null, null, null).check(false, false)).doesNotThrowAnyException();
    }

    @Test
    void expressionsTogetherWithLegacyParametersAreRefused() {
        assertThatThrownBy(() -> update("", "", GIVEN, GIVEN).check(true, true))
                .isInstanceOf(ApiException.class)
                .hasMessage("Can not use both expression and non-expression parameters in the same request:"
                        + " Non-expression parameters: {AttributeUpdates, Expected}"
                        + " Expression parameters: {UpdateExpression, ConditionExpression}");
        assertThatThrownBy(() -> update(null, "a = b", GIVEN, null).check(false, false))
                .hasMessage("Can not use both expression and non-expression parameters in the same request:"
                        + " Non-expression parameters: {AttributeUpdates}"
                        + " Expression parameters: {ConditionExpression}");
    }

    @Test
    void keyConditionsGoWithAllExpressionsButTheOneThatReplacesThem() {
        assertThatCode(() -> query("", "", null, null, GIVEN).check(false, false))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> query("", "", null, GIVEN, GIVEN).check(false, false))
                .hasMessage("Can not use both expression and non-expression parameters in the same request:"
                        + " Non-expression parameters: {QueryFilter}"
                        + " Expression parameters: {ProjectionExpression, FilterExpression}");
        assertThatThrownBy(() -> query("", "", "", GIVEN, GIVEN).check(false, false))
                .hasMessage("Can not use both expression and non-expression parameters in the same request:"
                        + " Non-expression parameters: {QueryFilter, KeyConditions}"
                        + " Expression parameters: {ProjectionExpression, FilterExpression, KeyConditionExpression}");
    }

    @Test
    void namesNeedAnExpression() {
        assertThatThrownBy(() -> update(null, null, null, GIVEN).check(true, true))
                .hasMessage("ExpressionAttributeNames can only be specified when using expressions");
    }

    @Test
    void valuesNeedAnExpressionThatTakesThem() {
        assertThatThrownBy(() -> update(null, null, null, GIVEN).check(false, true))
                .hasMessage("ExpressionAttributeValues can only be specified when using expressions:"
                        + " UpdateExpression and ConditionExpression are null");
        assertThatThrownBy(() -> query("a", null, null, null, GIVEN).check(false, true))
                .hasMessage("ExpressionAttributeValues can only be specified when using expressions:"
                        + " FilterExpression and KeyConditionExpression are null");
        assertThatThrownBy(() -> new ExpressionParameters()
                        .expression("ConditionExpression", null)
                        .check(false, true))
                .hasMessage("ExpressionAttributeValues can only be specified when using expressions:"
                        + " ConditionExpression is null");
    }

    private static ExpressionParameters update(
            @Nullable String update, @Nullable String condition, @Nullable Object updates, @Nullable Object expected) {
        return new ExpressionParameters()
                .expression("UpdateExpression", update)
                .expression("ConditionExpression", condition)
                .legacy("AttributeUpdates", updates)
                .legacy("Expected", expected);
    }

    private static ExpressionParameters query(
            @Nullable String projection,
            @Nullable String filter,
            @Nullable String keyCondition,
            @Nullable Object queryFilter,
            @Nullable Object keyConditions) {
        return new ExpressionParameters()
                .expression("ProjectionExpression", projection)
                .expression("FilterExpression", filter)
                .expression("KeyConditionExpression", keyCondition)
                .legacy("QueryFilter", queryFilter)
                .legacy("KeyConditions", keyConditions);
    }
}
