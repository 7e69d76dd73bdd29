package dev.stator.storage.cassandra.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The protocol under many schedules. {@code -Dstator.schedules=N} runs so many, {@code -Dstator.seed=N} the schedule of that
 * seed alone.
 */
final class SimulationTest {
    private static final int SCHEDULES = 10_000;
    private static final int SCHEDULES_WITH_A_FAULT = 5_000;

    @Test
    void noScheduleBreaksAPromise() {
        Long chosen = Long.getLong("stator.seed");
        long first = chosen == null ? 1 : chosen;
        long last = chosen == null ? Integer.getInteger("stator.schedules", SCHEDULES) : chosen;
        LongStream.rangeClosed(first, last).parallel().forEach(seed -> {
            List<String> violations;
            try {
                violations = Simulation.run(seed, UnaryOperator.identity());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-Dstator.seed=" + seed + " replays this", e);
            }
            assertThat(violations).as("-Dstator.seed=%d replays this", seed).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPlantedFaultIsSeen(Faults fault) {
        assertThat(LongStream.rangeClosed(1, SCHEDULES_WITH_A_FAULT).parallel().anyMatch(seed -> isBroken(seed, fault)))
                .isTrue();
    }

    private static boolean isBroken(long seed, Faults fault) {
        try {
            return !Simulation.run(seed, fault).isEmpty();
        } catch (AssertionError e) {
            // Some faults make the protocol itself find that something is wrong.
            return true;
        }
    }

    @Test
    void equalSeedsMakeEqualSchedules() {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(Simulation.trace(seed)).isEqualTo(Simulation.trace(seed));
        }
        assertThat(Simulation.trace(1)).isNotEqualTo(Simulation.trace(2));
    }
}
