package dev.stator.junit;

import dev.stator.core.sandbox.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time of a {@link Stator}, which the test moves. When {@link #advance} or {@link #set} returns, what the database does
 * by itself has happened up to the new time: what expired is gone. Thread-safe.
 *
 * <p>{@link #withZone} makes a {@link java.time.Clock} of it, for the code under test.
 */
public final class StatorClock implements InstantSource {
    private final SettableClock time;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    private StatorClock(InstantSource source) {
        time = new SettableClock(source);
    }

    /** The time of the machine, until it is moved; goes on from there. */
    public static StatorClock system() {
        return new StatorClock(InstantSource.system());
    }

    /** Goes as fast as the machine's, so much ahead of it, or behind it if the offset is negative. */
    public static StatorClock offset(Duration offset) {
        return new StatorClock(() -> InstantSource.system().instant().plus(offset));
    }

    /** Stands still until it is moved. */
    public static StatorClock fixed(Instant time) {
        return new StatorClock(InstantSource.fixed(time));
    }

    /**
     * Is a tick later at each reading, so that no two readings are the same, on a machine of whatever speed. How often the
     * database reads it is not part of any contract.
     */
    public static StatorClock ticking(Instant start, Duration tick) {
        if (tick.isNegative() || tick.isZero()) {
            throw new IllegalArgumentException("a clock ticks forward, not by " + tick);
        }
        AtomicLong readings = new AtomicLong();
        return new StatorClock(() -> start.plus(tick.multipliedBy(readings.getAndIncrement())));
    }

    @Override
    public Instant instant() {
        return time.instant();
    }

    /**
     * Moves the time forward, and returns when all that was due by then has happened.
     *
     * @param duration not negative; {@link #set} goes back
     * @throws IllegalArgumentException also if that leads beyond the year 9999; the time is as it was
     */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("advance goes forward, not by " + duration + "; set goes anywhere");
        }
        time.advance(duration);
        listeners.forEach(Runnable::run);
    }

    /**
     * Makes it this time, earlier or later, and returns when all that was due by then has happened.
     *
     * @throws IllegalArgumentException if it is not in the years from 1970 to 9999; the time is as it was
     */
    public void set(Instant newTime) {
        time.set(newTime);
        listeners.forEach(Runnable::run);
    }

    /** Calls back, on the thread that moves the time, after each move; several databases may follow one clock. */
    void onMove(Runnable listener) {
        listeners.add(listener);
    }

    /** Ends what {@link #onMove} began, so that a clock does not hold on to a database that was closed. */
    void forget(Runnable listener) {
        listeners.remove(listener);
    }

    /** How many databases follow this clock. */
    int followers() {
        return listeners.size();
    }

    @Override
    public String toString() {
        return "StatorClock at " + instant();
    }
}
