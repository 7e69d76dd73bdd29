package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Consistency;
import dev.stator.storage.StorageException;
import dev.stator.storage.cassandra.protocol.RowStore.Decision;
import dev.stator.storage.cassandra.protocol.RowStore.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What to do about a collection that a transaction holds. Anybody may end any transaction: if it was decided, by doing
 * what was decided; if not, after some patience, by deciding that it is aborted.
 */
final class Locks {
    private final RowStore store;
    private final Pace pace;
    private final Heads heads;

    /** When this process first saw a transaction undecided. Patience is counted here, so nobody's clock is compared. */
    private final Map<Long, Long> firstSeen = new ConcurrentHashMap<>();

    Locks(RowStore store, Pace pace, Heads heads) {
        this.store = store;
        this.pace = pace;
        this.heads = heads;
    }

    /** Waits until the transaction does not hold the collection any more, and helps where it can. */
    void clear(CollectionId id, long transaction, Pace.Attempts attempts) {
        while (true) {
            Decision decision = store.decision(transaction);
            if (decision == Decision.UNDECIDED && isOverdue(transaction)) {
                decision = store.decide(transaction, Decision.ABORTED);
            }
            if (decision != Decision.UNDECIDED) {
                finish(id, transaction, decision, null, attempts);
                firstSeen.remove(transaction);
                return;
            }
            attempts.next();
            // Without a record it is undecided, or over and forgotten.
            if (store.read(id, List.of(), Consistency.STRONG).head().lock() != transaction) {
                firstSeen.remove(transaction);
                return;
            }
        }
    }

    private boolean isOverdue(long transaction) {
        long now = pace.nanos();
        Long first = firstSeen.putIfAbsent(transaction, now);
        return first != null && now - first > pace.patienceNanos();
    }

    /**
     * Writes what was staged, if the transaction is committed, and gives the collection free.
     *
     * @param held the collection as it was when it was locked, with what is staged, where known
     */
    void finish(CollectionId id, long transaction, Decision decision, @Nullable Reading held, Pace.Attempts attempts) {
        RowKey stagedKey = RowKey.staged(transaction);
        Reading reading = held;
        while (true) {
            if (reading == null) {
                reading = store.read(id, List.of(stagedKey), Consistency.STRONG);
            }
            Head head = reading.head();
            if (head.lock() != transaction) {
                return;
            }
            Row staged = reading.row(stagedKey);
            if (staged == null) {
                throw new StorageException.Corrupt("a transaction holds a collection and has nothing staged", null);
            }
            Batch batch =
                    decision == Decision.COMMITTED ? rollForward(head, staged, transaction) : release(head, stagedKey);
            if (store.compareAndSet(id, batch) == Outcome.APPLIED) {
                heads.note(id, batch.after());
                return;
            }
            reading = null;
            attempts.next();
        }
    }

    private static Batch rollForward(Head head, Row staged, long transaction) {
        WriteSet writes = WriteSet.decode(staged.value());
        long sequence = head.sequence() + 1;
        List<RowKey> deletes = new ArrayList<>(writes.deletes());
        deletes.add(staged.key());
        Head after = new Head(sequence, Head.UNLOCKED, head.ledger().grownBy(writes.growth()));
        return new Batch(head, List.of(), after, writes.rows(transaction, sequence), deletes);
    }

    private static Batch release(Head head, RowKey staged) {
        Head after = new Head(head.sequence() + 1, Head.UNLOCKED, head.ledger());
        return new Batch(head, List.of(), after, List.of(), List.of(staged));
    }
}
