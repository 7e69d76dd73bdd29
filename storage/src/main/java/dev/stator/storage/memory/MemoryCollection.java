package dev.stator.storage.memory;

import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Growth;
import dev.stator.storage.Size;
import dev.stator.storage.Token;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One collection of a {@link MemoryTree}: a reference to its current {@link SortedEntries}. Readers take a snapshot at any
 * time; writers hold the collection's lock stripe, and belong to the period that the collection was made in.
 */
final class MemoryCollection {
    private final byte[] name;
    private final long hash;
    private final long token;
    private final Object period;
    private volatile @Nullable SortedEntries entries;
    private volatile @Nullable Staged staged;
    private volatile Size size = Size.ZERO;

    /** @param period what {@link #isOf} is asked about; from its end on, nobody changes this collection */
    MemoryCollection(byte[] name, Object period) {
        this.name = name;
        this.hash = hashOf(name);
        this.token = Token.of(name);
        this.period = period;
    }

    /** The same collection in a later period, in which it goes its own way. */
    MemoryCollection(MemoryCollection earlier, Object period) {
        this.name = earlier.name;
        this.hash = earlier.hash;
        this.token = earlier.token;
        this.period = period;
        this.entries = earlier.snapshot();
        this.size = earlier.size;
    }

    byte[] name() {
        return name;
    }

    /** What the collection is found by. */
    long hash() {
        return hash;
    }

    /** What orders the collections for scans. */
    long token() {
        return token;
    }

    boolean isOf(Object otherPeriod) {
        return period == otherPeriod;
    }

    /** Spreads the names over the 64 bits that the upper bits of {@link Arrays#hashCode(byte[])} do not reach. */
    static long hashOf(byte[] name) {
        return Arrays.hashCode(name) * 0x9E3779B97F4A7C15L;
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

    /** The size as far as commits counted it. */
    Size size() {
        return size;
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

    /** Makes what was staged the entries. The decision must have been made. */
    void settle() {
        Staged current = staged;
        if (current != null) {
            entries = current.after;
            staged = null;
        }
    }

    void grow(Growth growth) {
        size = size.plus(growth.entries(), growth.bytes());
    }

    /** Whether nothing would be lost with the collection. Requires: it is settled. */
    boolean isEmpty() {
        return entries == null && size.equals(Size.ZERO);
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
