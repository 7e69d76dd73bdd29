package dev.stator.core.expression;

import dev.stator.core.item.Item;

/**
 * What an update made of an item.
 *
 * @param old the item before
 * @param updated the item after
 * @param changed the paths that the update names
 */
public record UpdateResult(Item old, Item updated, ProjectionExpression changed) {
    /** What was at the changed paths before: ReturnValues UPDATED_OLD; empty where there was nothing. */
    public Item updatedOld() {
        return changed.apply(old);
    }

    /**
     * What is at the changed paths now: ReturnValues UPDATED_NEW; empty where there is nothing. DynamoDB: paths keep their
     * meaning, so after REMOVE l[1] this has what moved up to l[1], and after SET beyond the end of a list it has nothing.
     */
    public Item updatedNew() {
        return changed.apply(updated);
    }
}
