package dev.stator.core.sandbox;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** A clock that goes with another until it is moved, and goes on from there; or stands still. Thread-safe. */
public final class SettableClock implements InstantSource {
    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    /** Near enough to what sources tell to see that a move is nonsense. */
    private static final Instant USUAL_NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final InstantSource source;
    private volatile Reading reading = new Reading(Duration.ZERO, null);

    /** Ahead of the source by the offset, or standing still. */
    private record Reading(Duration offset, @Nullable Instant stopped) {}

    /** @param source gives the pace, such as the machine's clock */
    public SettableClock(InstantSource source) {
        this.source = source;
    }

    @Override
    public Instant instant() {
        Reading current = reading;
        return current.stopped != null ? current.stopped : source.instant().plus(current.offset);
    }

    /** Whether the clock stands still. */
    public boolean isStopped() {
        return reading.stopped != null;
    }

    /**
     * Moves the time forward by a duration, or back if it is negative; a clock that stands still does so afterwards, too.
     *
     * @throws IllegalArgumentException if that leads out of the years from 1970 to 9999, give or take where a running
     *     clock's source is; the clock is as it was
     */
    public synchronized void advance(Duration duration) {
        Reading current = reading;
        // Not from a reading of the source, which may be a clock that ticks when it is read.
        Instant running = USUAL_NOW.plus(current.offset);
        Instant from = current.stopped != null ? current.stopped : running.isBefore(EARLIEST) ? EARLIEST : running;
        checkRange(from, duration);
        reading = current.stopped != null
                ? new Reading(Duration.ZERO, current.stopped.plus(duration))
                : new Reading(current.offset.plus(duration), null);
    }

    /**
     * Makes it this time, from which the clock goes on at the pace of its source.
     *
     * @throws IllegalArgumentException as {@link #advance}
     */
    public synchronized void set(Instant time) {
        checkRange(time, Duration.ZERO);
        reading = new Reading(Duration.between(source.instant(), time), null);
    }

    /**
     * Makes it this time, and lets the clock stand still.
     *
     * @throws IllegalArgumentException as {@link #advance}
     */
    public synchronized void stop(Instant time) {
        checkRange(time, Duration.ZERO);
        reading = new Reading(Duration.ZERO, time);
    }

    /** Goes with the source again. */
    public synchronized void reset() {
        reading = new Reading(Duration.ZERO, null);
    }

    /** Beyond these years, times do not fit where a database keeps them, and every later request would fail. */
    private static void checkRange(Instant from, Duration move) {
        boolean inside;
        try {
            Instant to = from.plus(move);
            inside = !to.isBefore(EARLIEST) && !to.isAfter(LATEST);
        } catch (DateTimeException | ArithmeticException e) {
            inside = false;
        }
        if (!inside) {
            String way = move.isZero() ? "" : " moved by " + move;
            throw new IllegalArgumentException("the clock goes from 1970 to 9999, and cannot be " + from + way);
        }
    }
}
