package dev.stator.lifecycle.spec;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How long a state keeps an item: the same for all, or by the class of the item that one of its attributes names.
 *
 * @param attribute which attribute, a string, names the class; null if there is one duration for all
 * @param byClass   the durations of classes
 * @param otherwise that of all others
 */
public record Retention(@Nullable String attribute, Map<String, Duration> byClass, Duration otherwise) {
    public Retention {
        byClass = Map.copyOf(byClass);
    }

    /** The same for all items. */
    public static Retention of(Duration duration) {
        return new Retention(null, Map.of(), duration);
    }

    /** How long this item is kept. */
    public Duration of(Map<String, AttributeValue> item) {
        AttributeValue named = attribute == null ? null : item.get(attribute);
        return named == null || named.s() == null ? otherwise : byClass.getOrDefault(named.s(), otherwise);
    }

    /** The longest that any item is kept. */
    public Duration longest() {
        return byClass.values().stream()
                .max(Comparator.naturalOrder())
                .filter(d -> d.compareTo(otherwise) > 0)
                .orElse(otherwise);
    }

    /** The shortest that any item is kept. */
    public Duration shortest() {
        return byClass.values().stream()
                .min(Comparator.naturalOrder())
                .filter(d -> d.compareTo(otherwise) < 0)
                .orElse(otherwise);
    }
}
