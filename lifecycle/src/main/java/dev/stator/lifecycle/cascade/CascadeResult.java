package dev.stator.lifecycle.cascade;

import dev.stator.lifecycle.item.ItemKey;
import java.util.List;

/**
 * What a cascade has come to.
 *
 * @param id      its id, by which it is resumed and restored
 * @param status  whether there is more to do
 * @param moved   where its items are now that it has moved
 * @param skipped the items that it has left where they were, or not found
 */
public record CascadeResult(String id, Status status, List<ItemKey> moved, List<Skipped> skipped) {
    public CascadeResult {
        moved = List.copyOf(moved);
        skipped = List.copyOf(skipped);
    }

    /** How far it is. */
    public enum Status {
        /** Some of its items have not been looked at yet; {@link Cascades#resume} goes on. */
        RUNNING,
        /** All of its items have been moved or skipped. */
        DONE,
        /** It was ended before its time, since it is being restored. */
        STOPPED
    }

    /**
     * An item that was not moved.
     *
     * @param key where it was looked for
     * @param why in words
     */
    public record Skipped(ItemKey key, String why) {}
}
