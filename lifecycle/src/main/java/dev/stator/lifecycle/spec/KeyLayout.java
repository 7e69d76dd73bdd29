package dev.stator.lifecycle.spec;

import dev.stator.lifecycle.key.SortKeys;

/**
 * The primary key of the table, and what its values are made of.
 *
 * @param partitionName the partition key's attribute
 * @param partition     what it is made of; the state is not in it, so that an item's states lie together
 * @param sortName      the sort key's attribute
 * @param sort          what it is made of: the field {@code state}, perhaps {@code timestamp}, and what names the item
 */
public record KeyLayout(String partitionName, SortKeys partition, String sortName, SortKeys sort) {
    /** The field of the sort key that says the state. */
    public static final String STATE = "state";
    /** The field of the sort key whose meaning the state says. */
    public static final String TIMESTAMP = "timestamp";

    /** Whether sort keys have a timestamp. */
    public boolean hasTimestamp() {
        return sort.fields().contains(TIMESTAMP);
    }
}
