package dev.stator.lifecycle.job;

import dev.stator.lifecycle.table.Pause;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Keeps writes at a rate, by what they have consumed: who wants to write waits until what was written is paid for. So the
 * mean is right whatever a write costs, and a burst is as large as the writes that are on their way together. Where the table
 * is short of units nevertheless, it goes at half the rate, and comes back within a minute.
 */
final class Pace {
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);
    private static final Duration THROTTLED_PAUSE = Duration.ofMillis(500);
    private static final double RECOVERY_SECONDS = 60;
    private static final double SHARE_MIN = 1.0 / 64;

    private final InstantSource clock;
    private final Pause pause;
    private final double rate;
    private double credit;
    private double share = 1;
    private Instant last;

    /** @param rate write units a second; 0 for no bound */
    Pace(InstantSource clock, Pause pause, double rate) {
        this.clock = clock;
        this.pause = pause;
        this.rate = rate;
        this.last = clock.instant();
    }

    /** Returns when it may be written. */
    void await() throws InterruptedException {
        for (Duration wait = owed(); !wait.isZero(); wait = owed()) {
            pause.take(wait);
        }
    }

    private synchronized Duration owed() {
        if (rate == 0) {
            return Duration.ZERO;
        }
        accrue();
        if (credit >= 0) {
            return Duration.ZERO;
        }
        Duration wait = Duration.ofMillis((long) Math.ceil(-credit / (rate * share) * 1000));
        return wait.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : wait;
    }

    private void accrue() {
        Instant now = clock.instant();
        double seconds = Math.max(0, Duration.between(last, now).toNanos() / 1e9);
        last = now;
        share = Math.min(1, share + seconds / RECOVERY_SECONDS);
        credit = Math.min(0, credit + seconds * rate * share);
    }

    /** Some units were consumed. */
    synchronized void spent(double units) {
        if (rate > 0) {
            accrue();
            credit -= units;
        }
    }

    /** The table had no units for a write: half the rate from now on, and a pause, longer with each try. */
    void throttled(int tries) throws InterruptedException {
        synchronized (this) {
            share = Math.max(SHARE_MIN, share / 2);
        }
        Duration wait = THROTTLED_PAUSE.multipliedBy(1L << Math.min(tries, 5));
        pause.take(wait.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : wait);
    }
}
