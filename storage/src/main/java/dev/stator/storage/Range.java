package dev.stator.storage;

import org.jspecify.annotations.Nullable;

/**
 * A part of a collection and the direction to read it in. The bounds are the same for both directions: {@code from} is
 * always the low end.
 *
 * @param from          the lowest position; null for the start of the collection
 * @param fromInclusive whether an entry at {@code from} belongs to the range
 * @param to            the highest position; null for the end of the collection
 * @param toInclusive   whether an entry at {@code to} belongs to the range
 */
public record Range(
        byte @Nullable [] from, boolean fromInclusive, byte @Nullable [] to, boolean toInclusive, Direction direction) {

    /** The whole collection. */
    public static Range all(Direction direction) {
        return new Range(null, true, null, true, direction);
    }
}
