package dev.stator.core.item;

import org.jspecify.annotations.Nullable;

/** What expressions read: attributes by name, whether the item is in memory or still in its stored form. */
@FunctionalInterface
public interface Attributes {
    /** An item that is not there. */
    Attributes NONE = name -> null;

    /** The value of a top-level attribute, or null where the item has none of that name. */
    @Nullable
    AttributeValue attribute(String name);
}
