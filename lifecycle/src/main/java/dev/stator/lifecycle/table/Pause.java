package dev.stator.lifecycle.table;

import java.time.Duration;

/** Lets time pass before a retry. */
@FunctionalInterface
public interface Pause {
    /** Real time. */
    Pause REAL = Thread::sleep;

    /** Returns after so long. */
    void take(Duration duration) throws InterruptedException;
}
