package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Consistency;
import dev.stator.storage.cassandra.protocol.RowStore.Decision;
import dev.stator.storage.cassandra.protocol.RowStore.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies what outboxes hold, in order, each once in effect, however many do it at the same time and wherever they are cut
 * off. A row of an outbox leaves a marker in each collection to which it is applied, in the same batch; the row goes when all
 * have been, and the markers go behind it.
 */
final class Drain {
    private final RowStore store;
    private final Pace pace;
    private final Tasks tasks;
    private final Locks locks;
    private final Heads heads;

    Drain(RowStore store, Pace pace, Tasks tasks, Locks locks, Heads heads) {
        this.tasks = tasks;
        this.heads = heads;
        this.store = store;
        this.pace = pace;
        this.locks = locks;
    }

    /**
     * Applies all that the outbox of the collection holds now.
     *
     * @return whether what this commit left was among it, and not already applied by somebody else
     */
    boolean all(CollectionId source, long commit) {
        Pace.Attempts attempts = pace.attempts();
        boolean found = false;
        for (Row row : store.rowsOf(source, RowKey.Kind.OUTBOX)) {
            apply(source, row, attempts);
            found |= row.version() == commit;
        }
        return found;
    }

    /** Removes the marker that somebody may have left behind who was cut off between a row of an outbox and its markers. */
    void removeMarker(CollectionId source, CollectionId target) {
        Pace.Attempts attempts = pace.attempts();
        RowKey key = RowKey.marker(source);
        Row marker = store.read(target, List.of(key), Consistency.STRONG).row(key);
        if (marker == null) {
            return;
        }
        RowKey applied = RowKey.outbox(marker.version());
        if (store.read(source, List.of(applied), Consistency.STRONG).row(applied) == null) {
            remove(target, key, marker.version(), attempts);
        }
    }

    /**
     * Applies what lies before that which this commit left in the outbox. All of it is of earlier commits, and so is what it
     * waits for, so that it never waits for itself.
     *
     * @return what the commit left, or null if it has been applied by somebody else
     */
    private @Nullable Row before(CollectionId source, long commit, Pace.Attempts attempts) {
        // It has been decided, though this collection may not know it yet.
        locks.finish(source, commit, Decision.COMMITTED, null, attempts);
        List<Row> rows = store.rowsOf(source, RowKey.Kind.OUTBOX);
        if (rows.stream().noneMatch(row -> row.version() == commit)) {
            return null;
        }
        for (Row row : rows) {
            if (row.version() == commit) {
                return row;
            }
            apply(source, row, attempts);
        }
        return null;
    }

    private void apply(CollectionId source, Row row, Pace.Attempts attempts) {
        switch (Outbox.decode(row.value())) {
            case Outbox.After after -> {
                Row derived = before(after.other(), row.version(), attempts);
                if (derived != null) {
                    apply(after.other(), derived, attempts);
                }
                remove(source, row.key(), null, attempts);
            }
            case Outbox.Derived derived -> {
                derived.others().forEach(other -> before(other, row.version(), attempts));
                tasks.run(derived.targets().stream()
                        .<Runnable>map(target -> () -> apply(source, row, target, attempts))
                        .toList());
                remove(source, row.key(), null, attempts);
                RowKey marker = RowKey.marker(source);
                long sequence = row.key().space();
                tasks.run(derived.targets().stream()
                        .<Runnable>map(target -> () -> remove(target.id(), marker, sequence, attempts))
                        .toList());
            }
        }
    }

    private void apply(CollectionId source, Row row, Outbox.Target target, Pace.Attempts attempts) {
        RowKey marker = RowKey.marker(source);
        long sequence = row.key().space();
        while (true) {
            Reading reading = store.read(target.id(), List.of(marker), Consistency.STRONG);
            Head head = reading.head();
            if (head.isLocked()) {
                locks.clear(target.id(), head.lock(), attempts);
                continue;
            }
            if (reading.version(marker) >= sequence) {
                return;
            }
            // No marker: it has not been applied, or everywhere and the marker is gone again. The row tells, and it
            // must be
            // asked after the head: if somebody applies it from now on, the sequence number of the head moves.
            if (store.read(source, List.of(row.key()), Consistency.STRONG).row(row.key()) == null) {
                return;
            }
            if (head.isNew()) {
                store.register(target.id());
            }
            WriteSet writes = target.writes();
            List<Row> puts = new ArrayList<>(writes.rows(row.version(), sequence));
            puts.addAll(writes.appended(row.version(), head.sequence() + 1));
            puts.add(new Row(marker, sequence, new byte[0]));
            Head after =
                    new Head(head.sequence() + 1, Head.UNLOCKED, head.ledger().grownBy(writes.growth()));
            Batch batch = new Batch(head, List.of(), after, puts, writes.deletes());
            if (store.compareAndSet(target.id(), batch) == Outcome.APPLIED) {
                heads.note(target.id(), after);
                return;
            }
            attempts.next();
        }
    }

    /**
     * Removes a row, if it is there and still has this version.
     *
     * @param version null for any
     */
    private void remove(CollectionId id, RowKey key, @Nullable Long version, Pace.Attempts attempts) {
        Head head = heads.get(id);
        while (true) {
            if (head == null) {
                Reading reading = store.read(id, List.of(key), Consistency.STRONG);
                Row row = reading.row(key);
                if (row == null || (version != null && row.version() != version)) {
                    return;
                }
                head = reading.head();
            }
            List<Batch.Condition> conditions = version == null ? List.of() : List.of(new Batch.Condition(key, version));
            Head after = new Head(head.sequence() + 1, head.lock(), head.ledger());
            Batch batch = new Batch(head, conditions, after, List.of(), List.of(key));
            if (store.compareAndSet(id, batch) == Outcome.APPLIED) {
                heads.note(id, after);
                return;
            }
            head = null;
            attempts.next();
        }
    }
}
