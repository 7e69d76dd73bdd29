package dev.stator.lifecycle.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.StatorClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How fast a job writes, in a time that only passes while it waits. */
class PaceTest {
    private static final Instant START = Instant.parse("2026-08-01T00:00:00Z");

    private final StatorClock clock = StatorClock.fixed(START);

    private Pace pace(double rate) {
        return new Pace(clock, clock::advance, rate);
    }

    private double seconds() {
        return Duration.between(START, clock.instant()).toMillis() / 1000.0;
    }

    @Test
    void aHundredWritesOfEightUnitsAtTwentyASecondTakeFortySeconds() throws Exception {
        Pace pace = pace(20);
        for (int i = 0; i < 100; i++) {
            pace.await();
            pace.spent(8);
        }
        pace.await();

        assertThat(seconds()).isBetween(39.9, 40.2);
    }

    @Test
    void withoutARateNobodyWaits() throws Exception {
        Pace pace = pace(0);
        for (int i = 0; i < 100; i++) {
            pace.await();
            pace.spent(1_000);
        }

        assertThat(seconds()).isZero();
    }

    @Test
    void timeThatWasNotUsedIsNoCredit() throws Exception {
        Pace pace = pace(10);
        clock.advance(Duration.ofHours(1));
        for (int i = 0; i < 10; i++) {
            pace.await();
            pace.spent(10);
        }
        pace.await();

        assertThat(seconds() - 3600).isBetween(9.9, 10.2);
    }

    @Test
    void aTableThatIsShortOfUnitsIsWrittenMoreSlowlyForAWhile() throws Exception {
        Pace pace = pace(100);
        pace.throttled(0);
        pace.throttled(1);
        double before = seconds();
        for (int i = 0; i < 10; i++) {
            pace.await();
            pace.spent(100);
        }
        pace.await();
        double slow = seconds() - before;
        clock.advance(Duration.ofMinutes(2));
        double later = seconds();
        for (int i = 0; i < 10; i++) {
            pace.await();
            pace.spent(100);
        }
        pace.await();

        assertThat(slow).isGreaterThan(15);
        assertThat(seconds() - later).isBetween(9.9, 10.3);
    }
}
