package dev.stator.storage.rocksdb;

import dev.stator.storage.StorageException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets calls in until it is closed, and closes when the last of them has left. Native memory is freed behind a closed
 * gate: a call that used it afterwards would take the whole process down.
 */
final class Gate {
    /** Counters lie a cache line apart, so that cores do not fight over one. */
    private static final int COUNTERS = 16;

    private static final int SPACING = 16;
    private static final long POLL_NANOS = 500_000;

    private final AtomicLongArray inside = new AtomicLongArray(COUNTERS * SPACING);
    private volatile boolean closed;

    /**
     * Enters, and returns the pass that {@link #leave} takes back.
     *
     * @throws StorageException.Unavailable if the gate is closed
     */
    int enter() {
        int pass = (int) (Thread.currentThread().threadId() % COUNTERS) * SPACING;
        // Counted first and looked at afterwards: either this call sees the closed gate, or close() sees this call.
        inside.incrementAndGet(pass);
        if (closed) {
            inside.decrementAndGet(pass);
            throw new StorageException.Unavailable("the engine is closed", null);
        }
        return pass;
    }

    void leave(int pass) {
        inside.decrementAndGet(pass);
    }

    /** Lets nobody in any more and waits until all are out. */
    void close() {
        closed = true;
        for (int i = 0; i < COUNTERS; i++) {
            while (inside.get(i * SPACING) != 0) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }
}
