package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Consistency;
import dev.stator.storage.Range;
import dev.stator.storage.cassandra.protocol.RowStore.Decision;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads that see every commit that was acknowledged, also one that has been decided and not yet written everywhere. They
 * wait for nobody: what an undecided transaction is going to write is not there yet.
 */
public final class StrongReads {
    private final RowStore store;
    private final Pace pace;
    private final Locks locks;

    StrongReads(RowStore store, Pace pace, Locks locks) {
        this.store = store;
        this.pace = pace;
        this.locks = locks;
    }

    /** The head and those of these rows that exist, as of one moment of the call. */
    public Reading read(CollectionId id, List<RowKey> rows) {
        return settled(id, () -> store.read(id, rows, Consistency.STRONG));
    }

    /** The head and the first entries of the range, as of one moment of the call. */
    public Reading entries(CollectionId id, long generation, Range range, int limit) {
        return settled(id, () -> store.entries(id, generation, range, limit, Consistency.STRONG));
    }

    private Reading settled(CollectionId id, Supplier<Reading> read) {
        Pace.Attempts attempts = pace.attempts();
        long uncommitted = Head.UNLOCKED;
        while (true) {
            Reading reading = read.get();
            long lock = reading.head().lock();
            // A transaction that holds the collection still, after its record did not say that it is committed, was not
            // at
            // that moment: such a record is forgotten only when nothing is held any more. And since the collection was
            // held all the time, the rows are those of that moment.
            if (lock == Head.UNLOCKED || lock == uncommitted) {
                return reading;
            }
            if (store.decision(lock) == Decision.COMMITTED) {
                locks.finish(id, lock, Decision.COMMITTED, null, attempts);
            } else {
                uncommitted = lock;
            }
        }
    }
}
