package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.tck.Interleaving;
import java.util.Random;

/** A clock that goes at any speed, now and then by leaps, so that patience ends at any moment. */
final class SimulatedPace implements Pace {
    private static final long MILLISECOND = 1_000_000;

    private final Interleaving interleaving;
    private final Random random;
    private final int leaps;
    private long now;

    SimulatedPace(Interleaving interleaving) {
        this.interleaving = interleaving;
        random = interleaving.random();
        leaps = random.nextInt(3) * 30;
    }

    @Override
    public long nanos() {
        now += MILLISECOND;
        if (random.nextInt(1000) < leaps) {
            now += patienceNanos();
        }
        return now;
    }

    @Override
    public void pause(int attempt) {
        now += 100 * MILLISECOND;
        interleaving.step();
    }

    @Override
    public long limitNanos() {
        return 20_000 * MILLISECOND;
    }

    @Override
    public long patienceNanos() {
        return 2_000 * MILLISECOND;
    }
}
