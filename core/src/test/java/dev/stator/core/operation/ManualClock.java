package dev.stator.core.operation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test lets time pass. */
public final class ManualClock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-01-02T03:04:05.678Z");

    @Override
    public Instant instant() {
        return now;
    }

    public void pass(Duration duration) {
        now = now.plus(duration);
    }
}
