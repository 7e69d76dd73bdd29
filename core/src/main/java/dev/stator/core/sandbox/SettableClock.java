package dev.stator.core.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** A clock that goes with another until it is moved, and goes on from there; or stands still. Thread-safe. */
public final class SettableClock implements InstantSource {
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

    /** Moves the time forward by a duration, or back if it is negative; a clock that stands still does so afterwards, too. */
    public synchronized void advance(Duration duration) {
        Reading current = reading;
        reading = current.stopped != null
                ? new Reading(Duration.ZERO, current.stopped.plus(duration))
                : new Reading(current.offset.plus(duration), null);
    }

    /** Makes it this time, from which the clock goes on at the pace of its source. */
    public synchronized void set(Instant time) {
        reading = new Reading(Duration.between(source.instant(), time), null);
    }

    /** Makes it this time, and lets the clock stand still. */
    public synchronized void stop(Instant time) {
        reading = new Reading(Duration.ZERO, time);
    }

    /** Goes with the source again. */
    public synchronized void reset() {
        reading = new Reading(Duration.ZERO, null);
    }
}
