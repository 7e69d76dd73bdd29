package dev.stator.storage.memory;

import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Token;
import org.jspecify.annotations.Nullable;

/**
 * One collection of a {@link MemoryTree}: a reference to its current {@link SortedEntries}. Readers take a snapshot at any time;
 * writers hold the collection's lock stripe.
 */
final class MemoryCollection {
    private final byte[] name;
    private final long token;
    private volatile @Nullable SortedEntries entries;
    private volatile @Nullable Staged staged;

    MemoryCollection(byte[] name) {
        this.name = name;
        this.token = Token.of(name);
    }

    byte[] name() {
        return name;
    }

    long token() {
        return token;
    }

    /** What is committed now; null if that is nothing. */
    @Nullable
    SortedEntries snapshot() {
        // The order of the two reads matters: nothing is staged before or after a commit, and then `entries` is right.
        Staged current = staged;
        if (current == null) {
            return entries;
        }
        return current.decision.isMade() ? current.after : current.before;
    }

    /** Stages a put that is seen when the decision is made. */
    void stagePut(Decision decision, EntryKey key, long version, byte[] value) {
        Staged current = stagedBy(decision);
        // The name is shared by all entries, so that they do not each keep a copy of it alive.
        Entry entry = new Entry(new EntryKey(name, key.position()), version, value);
        current.after = SortedEntries.with(current.after, entry);
    }

    /** Stages a delete that is seen when the decision is made. */
    void stageDelete(Decision decision, EntryKey key) {
        Staged current = stagedBy(decision);
        current.after = SortedEntries.without(current.after, key.position());
    }

    /** Makes what was staged the entries; returns whether any are left. The decision must have been made. */
    boolean settle() {
        Staged current = staged;
        if (current != null) {
            entries = current.after;
            staged = null;
        }
        return entries != null;
    }

    private Staged stagedBy(Decision decision) {
        Staged current = staged;
        // Another decision's staged changes are those of a commit that failed before it was decided.
        if (current == null || current.decision != decision) {
            current = new Staged(decision, entries);
            staged = current;
        }
        return current;
    }

    /**
     * The single moment at which all changes of a commit, in whatever collections, become visible together: a reader that
     * has seen one of them sees every other.
     */
    static final class Decision {
        private volatile boolean made;

        boolean isMade() {
            return made;
        }

        void make() {
            made = true;
        }
    }

    /** The two sides of a commit to this collection, of which the decision selects one. */
    private static final class Staged {
        private final Decision decision;
        private final @Nullable SortedEntries before;

        /**
         * Grows with every staged change, and is complete when the decision is made. Whoever saw it made sees all of them, since the decision is
         * volatile; nobody may look earlier.
         */
        private @Nullable SortedEntries after;

        Staged(Decision decision, @Nullable SortedEntries before) {
            this.decision = decision;
            this.before = before;
            this.after = before;
        }
    }
}
