package dev.stator.core.housekeeping;

import java.time.Instant;

/** Something that {@link Housekeeping} does again and again, such as removing what has expired. */
@FunctionalInterface
public interface Task {
    /**
     * Does a part of what is due, small enough that nobody minds waiting for it: about one commit. Never called by two
     * threads at a time.
     *
     * @param now what is due is due by this time, which stays the same until nothing is left to do
     */
    Outcome step(Instant now);

    /** What is left after a step. */
    enum Outcome {
        /** More may be due; the next step follows at once. Requires: this one has done something. */
        MORE,
        /** Nothing is due now, and something will be. */
        LATER,
        /** Nothing will be due until the task is {@linkplain Housekeeping.Chore#wake woken}. */
        IDLE
    }
}
