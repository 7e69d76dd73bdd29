package dev.stator.lifecycle.job;

import dev.stator.lifecycle.item.ItemKey;

/**
 * An item that a run has not moved though it was due.
 *
 * @param key    which one
 * @param isHeld whether it is on hold, which is as it should be
 * @param reason why
 */
public record Failure(ItemKey key, boolean isHeld, String reason) {
    private static final int REASON_CHARS_MAX = 500;

    public Failure {
        reason = reason.length() <= REASON_CHARS_MAX ? reason : reason.substring(0, REASON_CHARS_MAX) + "...";
    }
}
