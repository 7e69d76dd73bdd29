package dev.stator.core.housekeeping;

import java.time.Duration;

/** Sets alarms in real time. */
@FunctionalInterface
public interface Timer {
    /** One thread for all databases of the process, which is there while alarms are set. */
    Timer SHARED = new SharedTimer();

    /** Sets none: for who moves the clock himself, and calls {@link Housekeeping#runDue}. */
    Timer NEVER = (delay, ring) -> () -> {};

    /**
     * Sets an alarm.
     *
     * @param ring called once, after the delay; must not block
     */
    Alarm after(Duration delay, Runnable ring);

    /** An alarm that is set. */
    @FunctionalInterface
    interface Alarm {
        /** Does nothing if it has rung. */
        void cancel();
    }
}
