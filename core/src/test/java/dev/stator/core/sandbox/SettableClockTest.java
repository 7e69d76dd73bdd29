package dev.stator.core.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class SettableClockTest {
    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

    private final AtomicReference<Instant> source = new AtomicReference<>(NOON);
    private final SettableClock clock = new SettableClock(source::get);

    @Test
    void aMovedClockGoesOn() {
        clock.advance(Duration.ofHours(1));
        source.set(NOON.plusSeconds(5));
        assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(3605));

        clock.set(NOON);
        source.set(NOON.plusSeconds(7));
        assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(2));
    }

    @Test
    void aStoppedClockMovesOnlyWhenItIsMoved() {
        clock.stop(NOON);
        source.set(NOON.plusSeconds(7));
        assertThat(clock.instant()).isEqualTo(NOON);
        assertThat(clock.isStopped()).isTrue();

        clock.advance(Duration.ofDays(1));
        assertThat(clock.instant()).isEqualTo(NOON.plus(Duration.ofDays(1)));
    }

    @Test
    void afterAResetItGoesWithItsSource() {
        clock.stop(NOON.minusSeconds(9));
        clock.reset();
        source.set(NOON.plusSeconds(7));
        assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(7));
    }

    @Test
    void aSourceFarInTheFutureMayBeSetFarBackAndMovedOn() {
        source.set(Instant.parse("2100-01-01T00:00:00Z"));
        clock.set(Instant.parse("1971-01-01T00:00:00Z"));
        clock.advance(Duration.ofDays(1));
        assertThat(clock.instant()).isEqualTo(Instant.parse("1971-01-02T00:00:00Z"));
    }

    @Test
    void whatNoDatabaseCanKeepIsRefusedAndChangesNothing() {
        for (Duration move : List.of(Duration.ofSeconds(Long.MAX_VALUE), Duration.ofDays(9000 * 365L))) {
            assertThatThrownBy(() -> clock.advance(move))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("from 1970 to 9999");
        }
        assertThatThrownBy(() -> clock.set(Instant.MAX)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> clock.stop(Instant.MIN)).isInstanceOf(IllegalArgumentException.class);

        assertThat(clock.instant()).isEqualTo(NOON);
        assertThat(clock.isStopped()).isFalse();
    }
}
