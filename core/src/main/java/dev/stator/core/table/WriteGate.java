package dev.stator.core.table;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Counts the writes that are under way with one set of indexes, so that a change of that set can wait for them.
 *
 * <p>Why not let every write expect the catalog's entry of its table to be unchanged: that entry would be a key that all
 * commits of the table share, and engines lock, or agree upon, the keys of a commit. Here a write touches one counter of
 * several, which it shares with few others.
 *
 * <p>When the set changes, the {@link Tables} publish the table with a new gate, and close the old one; if a stream begins or
 * ends, they do it the other way round, so that changes are recorded from one moment on. A write that comes
 * to a closed gate looks the table up again. A write that passed the old gate before is waited for by {@link
 * #awaitEarlier}; only then are index entries filled in, or trees dropped.
 */
final class WriteGate {
    static final int CLOSED = -1;

    private static final int COUNTERS = 16;
    /** Counters lie a cache line apart, so that cores do not invalidate each other's. */
    private static final int SPACING = 8;

    private static final long POLL_NANOS = 100_000;

    private final AtomicLongArray counters = new AtomicLongArray(COUNTERS * SPACING);
    private volatile boolean closed;
    private volatile @Nullable WriteGate earlier;

    WriteGate(@Nullable WriteGate earlier) {
        this.earlier = earlier;
    }

    /** Passes the gate. The pass that is returned must be given back to {@link #leave}, unless it is {@link #CLOSED}. */
    int enter() {
        int pass = (int) (Thread.currentThread().threadId() % COUNTERS) * SPACING;
        counters.incrementAndGet(pass);
        // Read after counting: either this write sees that the gate is closed, or who closed it sees this write.
        if (closed) {
            leave(pass);
            return CLOSED;
        }
        return pass;
    }

    void leave(int pass) {
        counters.decrementAndGet(pass);
    }

    void close() {
        closed = true;
    }

    /** Waits a moment for the table's next gate, which may be opened only when nobody is left behind this one. */
    void pause() {
        LockSupport.parkNanos(this, POLL_NANOS);
    }

    /** Blocks until no write is under way that passed an earlier gate, all of which are closed. */
    void awaitEarlier() {
        WriteGate gate = earlier;
        if (gate != null) {
            gate.awaitEarlier();
            gate.awaitEmpty();
            earlier = null;
        }
    }

    /** A counter that was seen at zero after closing only counts writes that are about to be turned away. */
    private void awaitEmpty() {
        for (int i = 0; i < COUNTERS; i++) {
            while (counters.get(i * SPACING) != 0) {
                LockSupport.parkNanos(this, POLL_NANOS);
            }
        }
    }
}
