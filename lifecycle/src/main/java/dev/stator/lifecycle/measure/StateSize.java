package dev.stator.lifecycle.measure;

/**
 * How much there is in a state.
 *
 * @param items how many items
 * @param bytes how large they are together, by DynamoDB's rules; storage adds about 100 bytes for each
 */
public record StateSize(long items, long bytes) {
    static final StateSize NONE = new StateSize(0, 0);

    StateSize plus(int itemBytes) {
        return new StateSize(items + 1, bytes + itemBytes);
    }
}
