package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Consistency;
import dev.stator.storage.cassandra.protocol.RowStore.Decision;
import dev.stator.storage.cassandra.protocol.RowStore.Outcome;
import java.util.List;

/**
 * Brings to an end what a server announced before it crashed. Any number of servers may do it at the same time, and it may be
 * cut off and begun anew.
 */
public final class Recovery {
    private final RowStore store;
    private final Pace pace;
    private final Locks locks;
    private final Drain drain;

    Recovery(RowStore store, Pace pace, Locks locks, Drain drain) {
        this.store = store;
        this.pace = pace;
        this.locks = locks;
        this.drain = drain;
    }

    /**
     * Finishes or aborts what was announced. Requires: whoever announced it is not at work on it any more. Should he be after
     * all, nothing is lost, but if he crashes then, something may be left until somebody needs the collection.
     */
    public void recover(Announcement announcement) {
        Pace.Attempts attempts = pace.attempts();
        long commit = announcement.commit();
        Decision decision = Decision.COMMITTED;
        if (announcement.isTransaction()) {
            do {
                decision = store.decide(commit, Decision.ABORTED);
                if (decision == Decision.UNDECIDED) {
                    attempts.next();
                }
            } while (decision == Decision.UNDECIDED);
        }
        for (CollectionId id : announcement.collections()) {
            // In this order: what is still under way comes before the fence and is finished, or comes too late.
            fence(id, attempts);
            locks.finish(id, commit, decision, null, attempts);
        }
        if (!announcement.targets().isEmpty()) {
            for (CollectionId source : announcement.collections()) {
                drain.all(source, commit);
                announcement.targets().forEach(target -> drain.removeMarker(source, target));
            }
        }
        store.withdraw(announcement);
    }

    /** Moves the sequence number on, so that a batch that is still under way comes too late. */
    private void fence(CollectionId id, Pace.Attempts attempts) {
        while (true) {
            Head head = store.read(id, List.of(), Consistency.STRONG).head();
            if (head.isNew()) {
                store.register(id);
            }
            if (store.compareAndSet(id, Batch.of(head, List.of(), List.of())) == Outcome.APPLIED) {
                return;
            }
            attempts.next();
        }
    }
}
