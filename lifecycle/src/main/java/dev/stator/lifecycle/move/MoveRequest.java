package dev.stator.lifecycle.move;

import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.ItemKey;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.spec.Trigger;
import org.jspecify.annotations.Nullable;

/**
 * What is to be moved, and for whom.
 *
 * @param key      where the item is
 * @param to       the state that it is to have, or {@code TransitionRule.PURGED}
 * @param actor    who asks
 * @param reason   why; may be empty
 * @param trigger  what sets it off
 * @param version  the version that the caller has seen; null if any will do
 * @param id       the id of the move: a repetition with the same id is done once
 * @param deletion the id of the cascade; null if there is none
 * @param original the item's sort key in the initial state, if the caller knows it: by it a repetition is known when the item
 *                 is no longer at {@code key}; null if not
 * @param content  the {@link Sameness#digest} of the item that the caller has seen, for a purge of exactly that; null if any
 *                 will do
 */
public record MoveRequest(
        ItemKey key,
        String to,
        Actor actor,
        String reason,
        Trigger trigger,
        @Nullable Long version,
        String id,
        @Nullable String deletion,
        @Nullable String original,
        @Nullable String content) {
    private static final int ID_CHARS_MAX = 64;
    // The item, its mark, and each record have it.
    private static final int REASON_CHARS_MAX = 4_000;

    public MoveRequest {
        if (id.isEmpty() || id.length() > ID_CHARS_MAX) {
            throw new IllegalArgumentException(
                    "The id of a move has 1 to " + ID_CHARS_MAX + " characters, not '" + id + "'.");
        }
        if (reason.length() > REASON_CHARS_MAX) {
            throw new IllegalArgumentException(
                    "A reason has at most " + REASON_CHARS_MAX + " characters, not " + reason.length() + ".");
        }
    }

    /** A move that somebody asks for. */
    public static MoveRequest call(ItemKey key, String to, Actor actor, String reason, String id) {
        return new MoveRequest(key, to, actor, reason, Trigger.CALL, null, id, null, null, null);
    }

    /** A move that somebody asks for who has read the item, and who may repeat it when the item has long been moved. */
    public static MoveRequest call(LifecycleItem item, String to, Actor actor, String reason, String id) {
        return new MoveRequest(
                item.key(), to, actor, reason, Trigger.CALL, item.version(), id, null, item.identity(), null);
    }

    /** A move that a job makes because the item's time in its state is over. */
    public static MoveRequest job(ItemKey key, String to, Actor actor, String reason, String id) {
        return new MoveRequest(key, to, actor, reason, Trigger.RETENTION, null, id, null, null, null);
    }

    /** The same, only if the item still has the version that the caller has seen. */
    public MoveRequest ifVersion(long seen) {
        return new MoveRequest(key, to, actor, reason, trigger, seen, id, deletion, original, content);
    }

    /** The same, only if the item has what the caller has seen: {@link Sameness#digest}. Purges look at it. */
    public MoveRequest ifContent(String seen) {
        return new MoveRequest(key, to, actor, reason, trigger, version, id, deletion, original, seen);
    }

    /** The same, as part of a cascade. */
    public MoveRequest within(String deletionId) {
        return new MoveRequest(key, to, actor, reason, trigger, version, id, deletionId, original, content);
    }
}
