package dev.stator.lifecycle.move;

import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What came of an attempt to change an item's state; in all cases but the first two, nothing has changed. */
public sealed interface MoveResult {

    /**
     * It is done.
     *
     * @param item       the item as it is now
     * @param from       where it was
     * @param moveId     the id of the move
     * @param isRepeated whether an earlier attempt with the same id had done it already
     */
    record Moved(LifecycleItem item, ItemKey from, String moveId, boolean isRepeated) implements MoveResult {}

    /**
     * It is deleted for good.
     *
     * @param key    where it was
     * @param moveId the id of the purge
     */
    record Purged(ItemKey key, String moveId) implements MoveResult {}

    /**
     * Somebody else was first: he moved, changed, or deleted it, or time to live did.
     *
     * @param key where it was looked for
     * @param now what is there now, if anything
     */
    record Lost(ItemKey key, Optional<LifecycleItem> now) implements MoveResult {}

    /**
     * Another item has the key that it would get. A restore meets this if somebody has made a new item in the old one's
     * place: rename that one, or leave this one where it is.
     */
    record TargetTaken(ItemKey target) implements MoveResult {}

    /** It is on hold, or its owner is; the reasons by the ids of the holds. */
    record OnHold(Map<String, String> holds) implements MoveResult {}

    /** It is not to be moved or purged yet. */
    record NotDue(Instant until) implements MoveResult {}

    /** With what a lifecycle keeps in it, it would be larger than an item may be. */
    record TooLarge(int bytes) implements MoveResult {}

    /** Whether it is done. */
    default boolean isDone() {
        return this instanceof Moved || this instanceof Purged;
    }
}
