package dev.stator.server;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes all connections together may still hold for request bodies. Thread-safe. */
final class ByteBudget {
    private final AtomicLong available;

    ByteBudget(long bytes) {
        this.available = new AtomicLong(bytes);
    }

    /** Takes bytes, or says that there are not enough and takes none. */
    boolean reserve(long bytes) {
        if (available.addAndGet(-bytes) >= 0) {
            return true;
        }
        available.addAndGet(bytes);
        return false;
    }

    /** Gives bytes back. */
    void release(long bytes) {
        available.addAndGet(bytes);
    }
}
