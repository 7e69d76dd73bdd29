package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Consistency;
import dev.stator.storage.Range;
import java.util.List;

/**
 * What the protocol needs of a database: compare-and-set batches and linearizable reads inside one collection, a record a
 * transaction that is decided once, and a queue of announcements that need not be linearizable. Every method may block. Reads
 * and plain writes throw {@link dev.stator.storage.StorageException.Unavailable} if there is no answer.
 */
public interface RowStore {
    /** What became of a compare-and-set. */
    enum Outcome {
        APPLIED,
        REFUSED,
        /** There was no answer: it may have been applied, may be applied later, or never. */
        UNKNOWN
    }

    /** What became of a transaction. */
    enum Decision {
        /** Nobody has decided, as far as is known. */
        UNDECIDED,
        COMMITTED,
        ABORTED
    }

    /**
     * The head and those of these rows that exist, at one moment. A strong read sees everything that was applied before
     * it, and settles what had no answer: what it does not see will not be applied by itself any more.
     */
    Reading read(CollectionId id, List<RowKey> rows, Consistency consistency);

    /** All rows of a kind in order, at one moment, by a strong read. */
    List<Row> rowsOf(CollectionId id, RowKey.Kind kind);

    /**
     * The head and the first entries of the range, at one moment.
     *
     * @param limit how many at most
     */
    Reading entries(CollectionId id, long generation, Range range, int limit, Consistency consistency);

    /** Applies the batch if it holds. Never throws for want of an answer. */
    Outcome compareAndSet(CollectionId id, Batch batch);

    /** Makes the collection known to scans. Must be done before its first batch; doing it again changes nothing. */
    void register(CollectionId id);

    /**
     * The epoch before which nobody may open a new collection of the table any more; a read that sees all that was
     * acknowledged before it.
     */
    long epoch(long table);

    /** What was decided, by a strong read. */
    Decision decision(long transaction);

    /**
     * Decides, if nobody has decided before.
     *
     * @return the decision that holds now; {@link Decision#UNDECIDED} if there was no answer
     */
    Decision decide(long transaction, Decision decision);

    /**
     * Removes the record of a committed transaction. Only for the one who decided it: he knows that it is committed, and that
     * no collection is held for it any more.
     */
    void forget(long transaction);

    /** Stores an announcement, durably when it returns. */
    void announce(Announcement announcement);

    /** Removes an announcement. Nothing is lost if it stays. */
    void withdraw(Announcement announcement);
}
