package dev.stator.core.wire;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes all connections together may still hold for request bodies. Thread-safe. */
public final class ByteBudget {
    private final AtomicLong available;

    public ByteBudget(long bytes) {
        this.available = new AtomicLong(bytes);
    }

    /** Takes bytes, or says that there are not enough and takes none. */
    public boolean reserve(long bytes) {
        if (available.addAndGet(-bytes) >= 0) {
            return true;
        }
        available.addAndGet(bytes);
        return false;
    }

    /** Gives bytes back. */
    public void release(long bytes) {
        available.addAndGet(bytes);
    }
}
