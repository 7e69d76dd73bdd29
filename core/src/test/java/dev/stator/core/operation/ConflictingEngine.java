package dev.stator.core.operation;

import dev.stator.core.ForwardingEngine;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.memory.MemoryEngine;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A memory engine on which somebody else always comes between where it is told so. */
final class ConflictingEngine extends ForwardingEngine {
    private final AtomicInteger conflictsLeft = new AtomicInteger();
    private volatile Predicate<EntryKey> contended = key -> false;

    ConflictingEngine() {
        super(new MemoryEngine());
    }

    /** From now on so many commits that expect something of such a key meet a conflict. */
    void conflict(int times, Predicate<EntryKey> key) {
        conflictsLeft.set(times);
        contended = key;
    }

    @Override
    public CommitResult commit(Commit commit) {
        for (int i = 0; i < commit.expectations().size(); i++) {
            Expectation expectation = commit.expectations().get(i);
            if (contended.test(expectation.key()) && conflictsLeft.getAndDecrement() > 0) {
                return new CommitResult.Conflict(i);
            }
        }
        return super.commit(commit);
    }
}
