package dev.stator.core.fault;

import java.time.Duration;

/** Lets time pass for a request that is to be slow. */
@FunctionalInterface
public interface Sleeper {
    /** In real time. */
    Sleeper REAL = Thread::sleep;

    /** Returns when the time has passed, by whatever clock. */
    void sleep(Duration duration) throws InterruptedException;
}
