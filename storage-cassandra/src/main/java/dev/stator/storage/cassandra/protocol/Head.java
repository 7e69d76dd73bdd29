package dev.stator.storage.cassandra.protocol;

/**
 * What a collection says of itself.
 *
 * @param sequence grows by one with every batch, so that a batch that was made for one number applies once or never
 * @param lock     the transaction that holds the collection, or {@link #UNLOCKED}
 */
public record Head(long sequence, long lock, Ledger ledger) {
    /** No transaction has this number. */
    public static final long UNLOCKED = 0;

    /** The head of a collection that nobody has written to. */
    public static final Head NONE = new Head(0, UNLOCKED, Ledger.EMPTY);

    boolean isNew() {
        return sequence == 0;
    }

    boolean isLocked() {
        return lock != UNLOCKED;
    }
}
