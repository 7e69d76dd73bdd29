package dev.stator.core.table;

import java.util.ArrayList;
import java.util.List;

/**
 * The key attributes of a table or index.
 *
 * @param partition the HASH attributes: one, or up to four in a global index
 * @param sort      the RANGE attributes: none or one, or up to four in a global index
 */
public record KeySchema(List<KeyAttribute> partition, List<KeyAttribute> sort) {
    public KeySchema {
        partition = List.copyOf(partition);
        sort = List.copyOf(sort);
    }

    /** All key attributes, partition key first. */
    public List<KeyAttribute> attributes() {
        List<KeyAttribute> all = new ArrayList<>(partition);
        all.addAll(sort);
        return all;
    }

    /** Whether the attribute is part of this key. */
    public boolean has(String attribute) {
        return attributes().stream().anyMatch(key -> key.name().equals(attribute));
    }
}
