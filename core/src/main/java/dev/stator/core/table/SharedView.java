package dev.stator.core.table;

import dev.stator.storage.Engine;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How a process that shares its storage keeps up with what others change in the catalog. It goes by what it has read for two
 * seconds at most, by its own clock; whoever changes what nobody must miss waits for longer than that, unless he is alone. So
 * no request that begins behind a change is carried out by what was before it. One that began earlier may be: {@link
 * dev.stator.storage.View} keeps it from doing harm.
 */
final class SharedView {
    /** How often it is read when nobody asks. */
    static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final long AGE_MAX_NANOS = Duration.ofSeconds(2).toNanos();
    private static final long WAIT_NANOS = Duration.ofMillis(2_500).toNanos();

    private final Engine engine;
    private final Runnable reading;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile long read = System.nanoTime() - AGE_MAX_NANOS - 1;

    /** @param reading reads the catalog */
    SharedView(Engine engine, Runnable reading) {
        this.engine = engine;
        this.reading = reading;
    }

    /** Reads the catalog if what was read is too old to go by. */
    void keepFresh() {
        if (System.nanoTime() - read > AGE_MAX_NANOS) {
            refresh();
        }
    }

    /** Reads the catalog, so that what others have changed before this call is seen. */
    void refresh() {
        long asked = System.nanoTime();
        lock.lock();
        try {
            if (read - asked > 0) {
                return;
            }
            long start = System.nanoTime();
            // Who changes something waits for those that have attended, so this comes first.
            engine.attend();
            reading.run();
            read = start;
        } finally {
            lock.unlock();
        }
    }

    /** Has the catalog read before the next request: something in it was found to be old. */
    void outdate() {
        read = System.nanoTime() - AGE_MAX_NANOS - 1;
    }

    /** Waits until no process goes by what was there before this call. */
    void awaitOthers() {
        if (engine.processes() <= 1) {
            return;
        }
        long end = System.nanoTime() + WAIT_NANOS;
        for (long left = WAIT_NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, Math.min(left, TimeUnit.SECONDS.toNanos(1)));
        }
    }
}
