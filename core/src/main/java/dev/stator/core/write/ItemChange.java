package dev.stator.core.write;

import dev.stator.core.capacity.CapacityUnits;
import dev.stator.core.capacity.ConsumedCapacity;
import dev.stator.core.item.EncodedItem;
import dev.stator.core.stream.StreamRecords;
import dev.stator.core.stream.Streams;
import dev.stator.core.table.Expiry;
import dev.stator.core.table.Index;
import dev.stator.core.table.Table;
import dev.stator.core.table.TimeToLive;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Growth;
import dev.stator.storage.Tree;
import dev.stator.storage.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the change of one item into the parts of a {@link Commit}: the item itself, its local index entries, the global
 * ones, the expiry and stream records as derived changes, and the growth of each; counts the units; and commits. Several
 * items may go into one.
 */
final class ItemChange {
    private final Engine engine;
    private final List<Expectation> expectations = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<Change> derived = new ArrayList<>();
    private final List<Growth> growth = new ArrayList<>();
    private final List<View> views = new ArrayList<>();
    private final StreamRecords records;
    private final Origin origin;
    private long localBytes;

    /** A change that a client wants. */
    ItemChange(Engine engine, Streams streams) {
        this(engine, streams, Origin.CLIENT);
    }

    ItemChange(Engine engine, Streams streams, Origin origin) {
        this.engine = engine;
        this.origin = origin;
        this.records = new StreamRecords(streams);
    }

    /**
     * Adds the change of one item. One that stays as it is is only expected to do so: the read has seen it committed.
     *
     * @param version the version of {@code before}, or {@link Expectation#ABSENT}
     */
    void add(
            Table table,
            EntryKey key,
            long version,
            @Nullable EncodedItem before,
            @Nullable EncodedItem after,
            ConsumedCapacity capacity) {
        expect(new Expectation(table.tree(), key, version));
        boolean countCollection = table.hasLocalIndexes();
        capacity.addTable(CapacityUnits.write(Math.max(sizeBytes(before), sizeBytes(after))));
        if (isSame(before, after)) {
            return;
        }
        View view = table.view();
        if (view != null && !views.contains(view)) {
            views.add(view);
        }
        if (after != null) {
            changes.add(new Change.Put(table.tree(), key, after.bytes()));
        } else if (before != null) {
            changes.add(new Change.Delete(table.tree(), key));
        }
        grow(table.tree(), countCollection ? key.collection() : null, before, after);
        records.add(table, key, expectations.size() - 1, origin == Origin.TIME_TO_LIVE, before, after);
        for (Index index : table.indexes()) {
            addIndex(table, index, before, after, capacity);
        }
        TimeToLive timeToLive = table.timeToLive();
        if (timeToLive != null) {
            addExpiry(timeToLive, key, before, after);
        }
    }

    /** Adds an expectation alone. */
    void expect(Expectation expectation) {
        expectations.add(expectation);
    }

    /** Adds a change in a tree of our own; something is expected of its entry, or of one that it follows from. */
    void change(Change change) {
        changes.add(change);
    }

    /** How many expectations there are so far. */
    int expectations() {
        return expectations.size();
    }

    /** Whether a commit would leave everything as it is. */
    boolean changesNothing() {
        return changes.isEmpty();
    }

    /** By how many bytes the item collections of the table and its local indexes grow. */
    long localBytes() {
        return localBytes;
    }

    /**
     * Commits everything, once. Stream records get their sequence numbers here, behind all reads, so that those of one item
     * are in the order of its commits.
     */
    CommitResult commit() {
        return records.commit((placed, appended) -> {
            derived.addAll(placed);
            return engine.commit(new Commit(expectations, changes, derived, growth, views, appended));
        });
    }

    /** Commits nothing, which proves that all that was read was there at one moment. */
    CommitResult validate() {
        return engine.commit(new Commit(expectations, List.of(), List.of(), List.of()));
    }

    private void addIndex(
            Table table,
            Index index,
            @Nullable EncodedItem before,
            @Nullable EncodedItem after,
            ConsumedCapacity capacity) {
        IndexedItem old = before == null ? null : IndexedItem.of(table.keys(), index, before);
        IndexedItem fresh = after == null ? null : IndexedItem.of(table.keys(), index, after);
        if (old != null && index.status() == Index.Status.CREATING && !isFilledIn(index, old)) {
            if (index.isGlobal() && (fresh == null || !old.key().equals(fresh.key()))) {
                // An engine that applies derived changes later may still be about to put it there.
                derived.add(new Change.Delete(index.tree(), old.key()));
            }
            old = null;
        }
        if (old != null && fresh != null && old.key().equals(fresh.key())) {
            replace(index, old, fresh, capacity);
            return;
        }
        if (old != null) {
            target(index).add(new Change.Delete(index.tree(), old.key()));
            capacity.addIndex(index, CapacityUnits.write(old.item().sizeBytes()));
            grow(index, old.key(), old.item(), null);
        }
        if (fresh != null) {
            target(index)
                    .add(new Change.Put(index.tree(), fresh.key(), fresh.item().bytes()));
            capacity.addIndex(index, CapacityUnits.write(fresh.item().sizeBytes()));
            grow(index, fresh.key(), null, fresh.item());
        }
    }

    // DynamoDB: an index is not written, and nothing charged for it, where none of its attributes changes.
    private void replace(Index index, IndexedItem old, IndexedItem fresh, ConsumedCapacity capacity) {
        if (!Arrays.equals(old.item().bytes(), fresh.item().bytes())) {
            target(index)
                    .add(new Change.Put(index.tree(), fresh.key(), fresh.item().bytes()));
            int bytes = Math.max(old.item().sizeBytes(), fresh.item().sizeBytes());
            capacity.addIndex(index, CapacityUnits.write(bytes));
            grow(index, old.key(), old.item(), fresh.item());
        }
    }

    private void addExpiry(
            TimeToLive timeToLive, EntryKey key, @Nullable EncodedItem before, @Nullable EncodedItem after) {
        Expiry old = before == null ? null : Expiry.of(timeToLive, key, before);
        Expiry fresh = after == null ? null : Expiry.of(timeToLive, key, after);
        if (Objects.equals(old, fresh)) {
            return;
        }
        if (old != null) {
            derived.add(old.delete(timeToLive));
        }
        if (fresh != null) {
            derived.add(fresh.put(timeToLive));
        }
    }

    private List<Change> target(Index index) {
        return index.isGlobal() ? derived : changes;
    }

    // The entry of an index under construction is there only if the backfill, or a write since, has put it. To know
    // which, and count rightly, it must be read and must stay so.
    private boolean isFilledIn(Index index, IndexedItem old) {
        Entry entry = engine.get(index.tree(), old.key().collection(), old.key().position(), Consistency.STRONG);
        expectations.add(
                new Expectation(index.tree(), old.key(), entry == null ? Expectation.ABSENT : entry.version()));
        return entry != null;
    }

    private void grow(Index index, EntryKey key, @Nullable EncodedItem before, @Nullable EncodedItem after) {
        grow(index.tree(), index.isGlobal() ? null : key.collection(), before, after);
    }

    private void grow(
            Tree tree, byte @Nullable [] collection, @Nullable EncodedItem before, @Nullable EncodedItem after) {
        int entries = (after == null ? 0 : 1) - (before == null ? 0 : 1);
        int bytes = sizeBytes(after) - sizeBytes(before);
        if (collection != null) {
            localBytes += bytes;
        }
        if (entries != 0 || bytes != 0) {
            growth.add(new Growth(tree, collection, entries, bytes));
        }
    }

    private static boolean isSame(@Nullable EncodedItem before, @Nullable EncodedItem after) {
        if (before == null || after == null) {
            return before == after;
        }
        return Arrays.equals(before.bytes(), after.bytes());
    }

    private static int sizeBytes(@Nullable EncodedItem item) {
        return item == null ? 0 : item.sizeBytes();
    }
}
