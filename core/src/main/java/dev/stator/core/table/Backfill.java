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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the items of a table into one of its indexes, batch by batch, while items are being written.
 *
 * <p>Requires: every write that is under way knows the index and maintains it; {@link WriteGate#awaitEarlier} has been
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
    private final IndexEntry.Maker entries;
    private final Table table;
    private final Index index;
    private @Nullable EntryKey done;

    Backfill(Engine engine, IndexEntry.Maker entries, Table table, Index index) {
        this.engine = engine;
        this.entries = entries;
        this.table = table;
        this.index = index;
    }

    /** Whether this is the filling of that index. */
    boolean fills(Index other) {
        return index.tree().equals(other.tree());
    }

    /** Writes the entries of the next items; false when all items have been seen. */
    boolean next() {
        List<Entry> items = scan();
        if (items.isEmpty()) {
            return false;
        }
        write(items);
        done = items.getLast().key();
        return true;
    }

    private List<Entry> scan() {
        List<Entry> items = new ArrayList<>();
        int[] bytes = new int[1];
        engine.scan(table.tree(), TokenRange.ALL, done, Consistency.STRONG, item -> {
            items.add(item);
            bytes[0] += item.value().length;
            return items.size() < BATCH_ITEMS && bytes[0] < BATCH_BYTES;
        });
        return items;
    }

    /** Writes the entries in as few commits as the writers of items let it. */
    private void write(List<Entry> items) {
        if (items.size() == 1) {
            writeAlone(items.getFirst());
        } else if (!writeTogether(items)) {
            int half = items.size() / 2;
            write(items.subList(0, half));
            write(items.subList(half, items.size()));
        }
    }

    /** One commit, and one fsync, for many items; false if one of them has changed. */
    private boolean writeTogether(List<Entry> items) {
        List<Expectation> expectations = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        long bytes = 0;
        for (Entry item : items) {
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
            item = engine.get(table.tree(), key.collection(), key.position(), Consistency.STRONG);
        }
    }

    /** The entry that the item should have in the index and has not, else null. */
    private @Nullable IndexEntry missing(Entry item) {
        IndexEntry entry = entries.of(table, index, item);
        if (entry == null) {
            return null;
        }
        EntryKey key = entry.put().key();
        boolean there = engine.get(index.tree(), key.collection(), key.position(), Consistency.STRONG) != null;
        return there ? null : entry;
    }

    private List<Expectation> expected(Entry item, IndexEntry entry) {
        return List.of(
                new Expectation(table.tree(), item.key(), item.version()),
                new Expectation(index.tree(), entry.put().key(), Expectation.ABSENT));
    }

    /** Commits; a tree that is gone was dropped with its index, and needs no entries. */
    private boolean isConflict(List<Expectation> expectations, List<Change> changes, long bytes) {
        Growth growth = new Growth(index.tree(), null, changes.size(), bytes);
        return engine.commit(new Commit(expectations, changes, List.of(), List.of(growth)))
                instanceof CommitResult.Conflict;
    }
}
