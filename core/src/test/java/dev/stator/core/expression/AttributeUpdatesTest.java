package dev.stator.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.item.Item;
import dev.stator.core.protocol.InputValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AttributeUpdatesTest {
    static List<Cases.Case> cases() {
        return Cases.read("attribute-updates.txt");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void anActionMakesAnotherItemOrIsRefused(Cases.Case given) {
        String item = given.property("item");
        Item old = item == null ? Item.EMPTY : Shorthand.item(item);
        String error = given.property("expect");
        if (error != null) {
            assertThat(error).startsWith("error ");
            assertThatThrownBy(() -> update(given.expression()).apply(old))
                    .isInstanceOf(ApiException.class)
                    .hasMessage(error.substring("error ".length()));
            return;
        }

        AttributeUpdates update = update(given.expression());
        UpdateResult result = update.apply(old);

        assertThat(result.updated()).isEqualTo(Shorthand.item(Objects.requireNonNull(given.property("becomes"))));
        assertFragment(given.property("old"), result.updatedOld());
        assertFragment(given.property("new"), result.updatedNew());
        if (given.property("creates") != null) {
            assertThat(update.createsItem()).isEqualTo(Boolean.valueOf(given.property("creates")));
        }
    }

    private static void assertFragment(@Nullable String expected, Item fragment) {
        if (expected != null) {
            assertThat(fragment).isEqualTo(Shorthand.item(expected));
        }
    }

    private static AttributeUpdates update(String text) {
        String[] words = text.split(" ", 2);
        InputValue value = words.length == 1 ? null : new InputValue(Shorthand.value(words[1]), null);
        AttributeUpdate.Action action = words[0].equals("DEFAULT") ? null : AttributeUpdate.Action.valueOf(words[0]);
        return AttributeUpdates.of(Map.of("a", new AttributeUpdate(value, action)));
    }

    @Test
    void actionsThatTakeNothingAwayOrNoActionsMakeAnItem() {
        Item key = Shorthand.item("{\"p\": \"k\"}");
        AttributeUpdates none = AttributeUpdates.of(Map.of());

        assertThat(none.createsItem()).isTrue();
        assertThat(none.applyToMissing(key).updated()).isEqualTo(key);
        assertThat(update("DELETE {\"$NS\": [4]}").createsItem()).isFalse();
        assertThat(update("DELETE {\"$NS\": [4]}").applyToMissing(key).updated())
                .isEqualTo(key);
    }

    @Test
    void aNameIsNoPath() {
        AttributeUpdates update = AttributeUpdates.of(
                Map.of("a.b", new AttributeUpdate(new InputValue(new AttributeValue.S("v"), null), null)));

        assertThat(update.apply(Shorthand.item("{\"a\": {\"b\": 1}}")).updated())
                .isEqualTo(Shorthand.item("{\"a\": {\"b\": 1}, \"a.b\": \"v\"}"));
        assertThat(update.attributes()).containsExactly("a.b");
        assertThat(update.nestedAttributes()).isEmpty();
        assertThat(update.assignedTypes()).isEqualTo(Map.of("a.b", AttributeValue.Type.S));
    }

    @Test
    void aMalformedValueIsTold() {
        InputValue malformed = new InputValue(new AttributeValue.S(""), "some problem");

        assertThatThrownBy(() ->
                        AttributeUpdates.of(Map.of("a", new AttributeUpdate(malformed, AttributeUpdate.Action.ADD))))
                .isInstanceOf(ApiException.class)
                .hasMessage("some problem");
    }
}
