package dev.stator.storage.cassandra;

import dev.stator.storage.cassandra.protocol.Pace;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Time as it passes. */
final class SteadyPace implements Pace {
    private static final long PAUSE_MIN = Duration.ofMillis(1).toNanos();
    private static final int DOUBLINGS_MAX = 5;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    // Longer than any request that is only slow: who is taken for dead has to begin anew.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void pause(int attempt) {
        // By chance, so that two that met do not meet again.
        long longest = PAUSE_MIN << Math.min(attempt, DOUBLINGS_MAX);
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_MIN / 2, longest));
    }

    @Override
    public long limitNanos() {
        return LIMIT.toNanos();
    }

    @Override
    public long patienceNanos() {
        return PATIENCE.toNanos();
    }
}
