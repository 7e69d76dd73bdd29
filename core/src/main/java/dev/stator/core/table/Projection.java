package dev.stator.core.table;

import java.util.List;

/**
 * Which attributes an index holds besides its own keys and the table's.
 *
 * @param nonKeyAttributes the attributes of {@link Type#INCLUDE}, else empty
 */
public record Projection(Type type, List<String> nonKeyAttributes) {
    public Projection {
        nonKeyAttributes = List.copyOf(nonKeyAttributes);
    }

    /** The projection types, named as on the wire. */
    public enum Type {
        ALL,
        KEYS_ONLY,
        INCLUDE
    }
}
