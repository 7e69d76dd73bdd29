package dev.stator.lifecycle.item;

/**
 * The primary key of an item: both values are strings.
 *
 * @param partition the partition key
 * @param sort      the sort key
 */
public record ItemKey(String partition, String sort) {
    @Override
    public String toString() {
        return partition + " / " + sort;
    }
}
