package dev.stator.core.item;

import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of one item, in memory. {@link EncodedItem} is the same in stored form.
 *
 * @param attributes by name, in the order in which they were written; not copied, so hand over a map that nobody changes
 */
public record Item(Map<String, AttributeValue> attributes) implements Attributes {
    public static final Item EMPTY = new Item(Map.of());

    public Item {
        attributes = Collections.unmodifiableMap(attributes);
    }

    @Override
    public @Nullable AttributeValue attribute(String name) {
        return attributes.get(name);
    }

    /** The size that DynamoDB meters: names and values in bytes; see {@link ItemSize}. */
    public int sizeBytes() {
        return ItemSize.of(attributes);
    }
}
