package dev.stator.lifecycle.event;

import dev.stator.lifecycle.item.LifecycleItem;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that has happened to an item.
 *
 * @param kind           what
 * @param item           the item as it is now; for EXPIRED and PURGED, as it was last
 * @param from           the state before
 * @param to             the state after; empty if the item is gone
 * @param actor          who did it
 * @param reason         why; may be empty
 * @param at             when
 * @param id             the id of the move; of an expiry one that is made up, always the same
 * @param deletion       the id of the cascade; null if it was none
 * @param sequenceNumber its place in the stream: the later of two events of an item has the higher one
 */
public record LifecycleEvent(
        Kind kind,
        LifecycleItem item,
        String from,
        String to,
        String actor,
        String reason,
        Instant at,
        String id,
        @Nullable String deletion,
        String sequenceNumber) {

    /** What can happen. */
    public enum Kind {
        /** It came into a state of the kind DELETED. */
        SOFT_DELETED,
        /** It came back into a state of the kind ACTIVE. */
        RESTORED,
        /** It came into a state of the kind ARCHIVED. */
        ARCHIVED,
        /** It went from one state to another of the same kind, such as from the fresh to the old part of the trash. */
        MOVED,
        /** DynamoDB's time to live has deleted it. */
        EXPIRED,
        /** Somebody has deleted it for good. */
        PURGED
    }
}
