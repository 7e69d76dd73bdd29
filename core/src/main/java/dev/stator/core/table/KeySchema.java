package dev.stator.core.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The key attributes of a table or index, partition key first. Immutable; equal if the attributes are. */
public final class KeySchema {
    private final List<KeyAttribute> partition;
    private final List<KeyAttribute> sort;
    /** Kept, since every request goes through them. */
    private final List<KeyAttribute> attributes;

    /**
     * A schema.
     *
     * @param partition the HASH attributes: one, or up to four in a global index
     * @param sort      the RANGE attributes: none or one, or up to four in a global index
     */
    public KeySchema(List<KeyAttribute> partition, List<KeyAttribute> sort) {
        this.partition = List.copyOf(partition);
        this.sort = List.copyOf(sort);
        List<KeyAttribute> all = new ArrayList<>(partition);
        all.addAll(sort);
        attributes = List.copyOf(all);
    }

    /** The HASH attributes. */
    public List<KeyAttribute> partition() {
        return partition;
    }

    /** The RANGE attributes. */
    public List<KeyAttribute> sort() {
        return sort;
    }

    /** All key attributes, partition key first. */
    public List<KeyAttribute> attributes() {
        return attributes;
    }

    /** Whether the attribute is part of this key. */
    public boolean has(String attribute) {
        for (KeyAttribute key : attributes) {
            if (key.name().equals(attribute)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeySchema schema && partition.equals(schema.partition) && sort.equals(schema.sort);
    }

    @Override
    public int hashCode() {
        return Objects.hash(partition, sort);
    }

    @Override
    public String toString() {
        return "KeySchema" + partition + sort;
    }
}
