package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.StorageException;
import java.util.concurrent.atomic.AtomicInteger;

/** Time as the protocol uses it: only ever to wait and to give up, never to order anything. */
public interface Pace {
    /** A clock that has nothing to do with anybody else's; in nanoseconds. */
    long nanos();

    /** Waits a little, longer with each attempt, to let others get on. */
    void pause(int attempt);

    /** How long a commit or a read may try before it is {@link StorageException.Unavailable}. */
    long limitNanos();

    /** For how long a transaction may hold a collection before those who wait for it take it for dead. */
    long patienceNanos();

    /** Counts the attempts of one call, which may have several threads, and ends them. */
    final class Attempts {
        private final Pace pace;
        private final long start;
        private final AtomicInteger count = new AtomicInteger();

        Attempts(Pace pace) {
            this.pace = pace;
            start = pace.nanos();
        }

        /** Waits before the next attempt, or throws if the time is over. */
        void next() {
            if (pace.nanos() - start > pace.limitNanos()) {
                throw new StorageException.Unavailable("the storage cluster did not settle a request in time", null);
            }
            pace.pause(count.incrementAndGet());
        }

        /** Whether the time is over. */
        boolean areOver() {
            return pace.nanos() - start > pace.limitNanos();
        }
    }

    /** Begins to count for one call. */
    default Attempts attempts() {
        return new Attempts(this);
    }
}
