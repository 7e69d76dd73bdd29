package dev.stator.core.item;

import java.util.Collection;

/**
 * How deep attribute values may nest. DynamoDB: an attribute's own value is the first level and a scalar has one too, so
 * 31 maps around a string are as deep as it goes, in items and in expression attribute values (eu-west-2, June 2026).
 */
public final class Nesting {
    public static final int LEVELS_MAX = 32;

    public static final String TOO_DEEP =
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested"
                    + " levels beyond supported limit";

    private Nesting() {}

    /** Whether one of the item's attributes has more levels than are allowed. */
    public static boolean isTooDeep(Item item) {
        return isTooDeep(item.attributes().values(), LEVELS_MAX);
    }

    private static boolean isTooDeep(Collection<AttributeValue> values, int levels) {
        if (levels == 0) {
            return !values.isEmpty();
        }
        for (AttributeValue value : values) {
            boolean tooDeep = switch (value) {
                case AttributeValue.L list -> isTooDeep(list.value(), levels - 1);
                case AttributeValue.M map -> isTooDeep(map.value().values(), levels - 1);
                default -> false;
            };
            if (tooDeep) {
                return true;
            }
        }
        return false;
    }
}
