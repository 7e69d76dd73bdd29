package dev.stator.core.table;

import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Growth;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the entries that the items of a table have in another tree, such as an index, batch by batch, while items are
 * being written.
 *
 * <p>Requires: every write that is under way knows the tree and maintains it; {@link WriteGate#awaitEarlier} has been
 * passed. Then nothing is lost:
 *
 * <ul>
 *   <li>An entry is written by a commit that expects its item unchanged and the entry absent. If the item has changed, it
 *       is read again: its writer may have left an entry alone that it found no need to change.
 *   <li>An entry that is there was written with its item, or by this class, and is right.
 *   <li>An item that was added or moved behind the scan has its entry from its writer.
 * </ul>
 *
 * <p>Sizes stay exact if who removes an entry from an index that is CREATING looks first whether it is there, and expects
 * it so; only here and only then is an entry of a stored item possibly missing.
 *
 * <p>After a restart the scan starts over, and finds its entries written.
 */
final class Backfill {
    private static final int BATCH_ITEMS = 250;
    private static final int BATCH_BYTES = 1 << 20;

    private final Engine engine;
    private final Tree items;
    private final Tree entries;
    private final boolean counted;
    private final Rule rule;
    private @Nullable EntryKey done;

    /** What entry an item has; the same rule by which writers of items make entries. */
    @FunctionalInterface
    interface Rule {
        /** The entry of a stored item, or null if it has none. */
        @Nullable
        IndexEntry entry(Entry item);
    }

    private Backfill(Engine engine, Tree items, Tree entries, boolean counted, Rule rule) {
        this.engine = engine;
        this.items = items;
        this.entries = entries;
        this.counted = counted;
        this.rule = rule;
    }

    /** The filling of a tree whose size is kept. */
    static Backfill counted(Engine engine, Tree items, Tree entries, Rule rule) {
        return new Backfill(engine, items, entries, true, rule);
    }

    /** The filling of a tree whose size is not kept, so that who removes entries need not know whether they are there. */
    static Backfill uncounted(Engine engine, Tree items, Tree entries, Rule rule) {
        return new Backfill(engine, items, entries, false, rule);
    }

    /** Whether this is the filling of that tree. */
    boolean fills(Tree tree) {
        return entries.equals(tree);
    }

    /** Writes the entries of the next items; false when all items have been seen. */
    boolean next() {
        List<Entry> batch = scan();
        if (batch.isEmpty()) {
            return false;
        }
        write(batch);
        done = batch.getLast().key();
        return true;
    }

    private List<Entry> scan() {
        List<Entry> batch = new ArrayList<>();
        int[] bytes = new int[1];
        engine.scan(items, TokenRange.ALL, done, Consistency.STRONG, item -> {
            batch.add(item);
            bytes[0] += item.value().length;
            return batch.size() < BATCH_ITEMS && bytes[0] < BATCH_BYTES;
        });
        return batch;
    }

    /** Writes the entries in as few commits as the writers of items let it. */
    private void write(List<Entry> batch) {
        if (batch.size() == 1) {
            writeAlone(batch.getFirst());
        } else if (!writeTogether(batch)) {
            int half = batch.size() / 2;
            write(batch.subList(0, half));
            write(batch.subList(half, batch.size()));
        }
    }

    /** One commit, and one fsync, for many items; false if one of them has changed. */
    private boolean writeTogether(List<Entry> batch) {
        List<Expectation> expectations = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        long bytes = 0;
        for (Entry item : batch) {
            IndexEntry entry = missing(item);
            if (entry != null) {
                expectations.addAll(expected(item, entry));
                changes.add(entry.put());
                bytes += entry.bytes();
            }
        }
        return changes.isEmpty() || !isConflict(expectations, changes, bytes);
    }

    private void writeAlone(Entry scanned) {
        Entry item = scanned;
        while (item != null) {
            IndexEntry entry = missing(item);
            if (entry == null || !isConflict(expected(item, entry), List.of(entry.put()), entry.bytes())) {
                return;
            }
            EntryKey key = item.key();
            item = engine.get(items, key.collection(), key.position(), Consistency.STRONG);
        }
    }

    /** The entry that the item should have and has not, else null. */
    private @Nullable IndexEntry missing(Entry item) {
        IndexEntry entry = rule.entry(item);
        if (entry == null) {
            return null;
        }
        EntryKey key = entry.put().key();
        boolean there = engine.get(entries, key.collection(), key.position(), Consistency.STRONG) != null;
        return there ? null : entry;
    }

    private List<Expectation> expected(Entry item, IndexEntry entry) {
        return List.of(
                new Expectation(items, item.key(), item.version()),
                new Expectation(entries, entry.put().key(), Expectation.ABSENT));
    }

    /** Commits; a tree that is gone was dropped with what it was for, and needs no entries. */
    private boolean isConflict(List<Expectation> expectations, List<Change> changes, long bytes) {
        List<Growth> growth = counted ? List.of(new Growth(entries, null, changes.size(), bytes)) : List.of();
        return engine.commit(new Commit(expectations, changes, List.of(), growth)) instanceof CommitResult.Conflict;
    }
}
