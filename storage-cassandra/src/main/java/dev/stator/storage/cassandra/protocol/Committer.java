package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.StorageException;
import dev.stator.storage.cassandra.protocol.RowStore.Decision;
import dev.stator.storage.cassandra.protocol.RowStore.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a commit atomic. Over one collection it is one batch. Over several, all are locked, with what is to be written
 * put aside; then one compare-and-set on the transaction's record decides, and what was put aside is written. {@link
 * StrongReads} are what can be read meanwhile, {@link Recovery} is what happens after a crash.
 */
public final class Committer {
    // After so many attempts at a moment in which nothing changes, it is made one by locks.
    private static final int CALM_ATTEMPTS = 4;

    private static final int NONE_FAILED = -1;
    private static final int BLOCKED = -2;
    private static final int STALE = -3;

    private final RowStore store;
    private final Pace pace;
    private final LongSupplier numbers;
    private final Heads heads;
    private final Locks locks;
    private final Drain drain;
    private final StrongReads reads;
    private final Tasks tasks;
    private final Consumer<Announcement> unfinished;

    /**
     * A committer.
     *
     * @param numbers    gives numbers that nobody else gives, and none twice; not 0
     * @param unfinished gets what is left to {@link Recovery} because the store was unavailable
     */
    public Committer(
            RowStore store,
            Pace pace,
            Tasks tasks,
            LongSupplier numbers,
            Heads heads,
            Consumer<Announcement> unfinished) {
        this.store = store;
        this.pace = pace;
        this.tasks = tasks;
        this.numbers = numbers;
        this.heads = heads;
        this.unfinished = unfinished;
        locks = new Locks(store, pace, heads);
        drain = new Drain(store, pace, tasks, locks, heads);
        reads = new StrongReads(store, pace, locks);
    }

    /** Reads that belong to these commits. */
    public StrongReads reads() {
        return reads;
    }

    /** What is to be done about commits of others that have crashed. */
    public Recovery recovery() {
        return new Recovery(store, pace, locks, drain);
    }

    /**
     * Commits. When it returns {@link CommitResult.Committed}, everything has been written, derived changes included, unless
     * the store became unavailable meanwhile; then they follow.
     *
     * @throws StorageException.Unavailable if it could not be done, or is not known to have been; its announcement is left
     */
    public CommitResult commit(CommitPlan plan) {
        if (plan.writesNothing()) {
            return verify(plan);
        }
        return plan.participants().size() == 1 ? alone(plan) : together(plan);
    }

    private CommitResult verify(CommitPlan plan) {
        List<Participant> participants = plan.participants();
        if (participants.size() <= 1) {
            return result(firstFailed(participants));
        }
        Pace.Attempts attempts = pace.attempts();
        for (int i = 0; i < CALM_ATTEMPTS; i++) {
            List<Head> before = new ArrayList<>();
            int failed = Integer.MAX_VALUE;
            for (Participant participant : participants) {
                Reading reading = unlocked(participant, attempts);
                before.add(reading.head());
                int index = participant.firstFailed(reading);
                failed = index < 0 ? failed : Math.min(failed, index);
            }
            if (failed < Integer.MAX_VALUE) {
                return new CommitResult.Conflict(failed);
            }
            if (areUnchanged(participants, before)) {
                return CommitResult.COMMITTED;
            }
            attempts.next();
        }
        return together(plan);
    }

    /** Whether no collection has changed since these heads, so that there was a moment between at which all were so. */
    private boolean areUnchanged(List<Participant> participants, List<Head> before) {
        for (int i = 0; i < participants.size(); i++) {
            Head now = store.read(participants.get(i).id(), List.of(), Consistency.STRONG)
                    .head();
            if (now.sequence() != before.get(i).sequence()) {
                return false;
            }
        }
        return true;
    }

    /** Reads what is expected of a collection when no transaction holds it. */
    private Reading unlocked(Participant participant, Pace.Attempts attempts) {
        CollectionId id = participant.id();
        while (true) {
            Reading reading = store.read(id, participant.expectedKeys(), Consistency.STRONG);
            if (!reading.head().isLocked()) {
                heads.note(id, reading.head());
                return reading;
            }
            locks.clear(id, reading.head().lock(), attempts);
        }
    }

    /** The lowest index of an expectation that does not hold, or -1. */
    private int firstFailed(List<Participant> participants) {
        int first = -1;
        for (Participant participant : participants) {
            int failed = participant.firstFailed(reads.read(participant.id(), participant.expectedKeys()));
            if (failed >= 0 && (first < 0 || failed < first)) {
                first = failed;
            }
        }
        return first;
    }

    private CommitResult alone(CommitPlan plan) {
        Participant participant = plan.participants().getFirst();
        long commit = numbers.getAsLong();
        if (plan.targets().isEmpty()) {
            // One batch, and nothing that could be left half done.
            return result(apply(participant, commit));
        }
        Announcement announcement = new Announcement(commit, plan.sources(), plan.targets());
        store.announce(announcement);
        try {
            int failed = apply(participant, commit);
            follow(announcement, () -> {
                if (failed == NONE_FAILED) {
                    derive(announcement);
                }
            });
            return result(failed);
        } catch (StorageException.Unavailable e) {
            unfinished.accept(announcement);
            throw e;
        }
    }

    private static CommitResult result(int failed) {
        if (failed == STALE) {
            return CommitResult.STALE;
        }
        return failed < 0 ? CommitResult.COMMITTED : new CommitResult.Conflict(failed);
    }

    /**
     * Keeps out of a collection whoever decides by older rules, and lets those end who hold it now.
     *
     * @param epoch that of the new rules
     */
    public void fence(CollectionId id, long epoch) {
        Pace.Attempts attempts = pace.attempts();
        while (true) {
            Head head = store.read(id, List.of(), Consistency.STRONG).head();
            if (head.isLocked()) {
                locks.clear(id, head.lock(), attempts);
                continue;
            }
            if (head.ledger().epoch() >= epoch) {
                return;
            }
            Head after =
                    new Head(head.sequence() + 1, Head.UNLOCKED, head.ledger().since(epoch));
            Batch batch = new Batch(head, List.of(), after, List.of(), List.of());
            if (store.compareAndSet(id, batch) == Outcome.APPLIED) {
                heads.note(id, after);
                return;
            }
            attempts.next();
        }
    }

    /**
     * Makes a new collection known; false if the rules by which it was to be opened have changed. Whoever changes them says
     * so first, and looks for collections then; so he finds this one, or it finds what he said.
     */
    private boolean register(Participant participant) {
        CollectionId id = participant.id();
        store.register(id);
        return participant.view() == Participant.NO_VIEW || store.epoch(id.table()) <= participant.view();
    }

    /** Applies the one batch of a commit; returns the index of the expectation that failed, or why there is none. */
    private int apply(Participant participant, long commit) {
        CollectionId id = participant.id();
        Pace.Attempts attempts = pace.attempts();
        Head head = heads.get(id);
        boolean isRemembered = head != null;
        // The sequence number that a batch without an answer gives, if it is applied.
        long unanswered = 0;
        while (true) {
            if (head == null || head.isLocked()) {
                Reading reading = store.read(id, participant.expectedKeys(), Consistency.STRONG);
                head = reading.head();
                if (unanswered != 0 && isApplied(head, commit, unanswered)) {
                    return -1;
                }
                if (head.isLocked()) {
                    locks.clear(id, head.lock(), attempts);
                    continue;
                }
                heads.note(id, head);
                int failed = participant.firstFailed(reading);
                if (failed >= 0) {
                    return failed;
                }
            }
            if (participant.isStale(head)) {
                return STALE;
            }
            if (head.isNew() && !register(participant)) {
                if (unanswered != 0) {
                    // Nothing has moved the number yet, so the batch without an answer may still arrive.
                    throw new StorageException.Unavailable(
                            "a commit had no answer, and must not be tried again since its table changed", null);
                }
                return STALE;
            }
            Batch batch = participant.commit(head, commit);
            Outcome outcome = store.compareAndSet(id, batch);
            if (outcome == Outcome.APPLIED) {
                heads.note(id, batch.after());
                return -1;
            }
            if (outcome == Outcome.UNKNOWN) {
                unanswered = unanswered == 0 ? batch.after().sequence() : unanswered;
            }
            // At first only the head that was remembered may be old.
            if (!isRemembered) {
                attempts.next();
            }
            isRemembered = false;
            head = null;
        }
    }

    /**
     * Whether a commit of which that is not known was applied. If it was not, it may still be as long as the collection has
     * the head that the batch was made for; but then it does no harm to send it again, for one of the two will be refused.
     */
    private static boolean isApplied(Head now, long commit, long unanswered) {
        if (now.ledger().hasSeen(commit)) {
            return true;
        }
        if (now.ledger().mayHaveForgotten(unanswered)) {
            throw new StorageException.Unavailable(
                    "a commit had no answer, and too many others came behind it to tell what became of it", null);
        }
        return false;
    }

    private CommitResult together(CommitPlan plan) {
        Pace.Attempts attempts = pace.attempts();
        // All at once at first. Where that meets somebody else who does the same, one after the other.
        boolean isInOrder = false;
        while (true) {
            Announcement announcement = new Announcement(numbers.getAsLong(), plan.ids(), plan.targets());
            store.announce(announcement);
            try {
                CommitResult result = attempt(plan, announcement, isInOrder, attempts);
                if (result != null) {
                    return result;
                }
            } catch (StorageException.Unavailable e) {
                unfinished.accept(announcement);
                throw e;
            }
            isInOrder = true;
            attempts.next();
        }
    }

    /** Tries to commit as the announced transaction; null if somebody else was in the way, or has aborted it. */
    private @Nullable CommitResult attempt(
            CommitPlan plan, Announcement announcement, boolean isInOrder, Pace.Attempts attempts) {
        long transaction = announcement.commit();
        Map<CollectionId, Reading> held = new ConcurrentHashMap<>();
        int failed = isInOrder
                ? prepareInOrder(plan.participants(), transaction, held, attempts)
                : prepareAtOnce(plan.participants(), transaction, held, attempts);
        // Who has been held up for long does not commit any more: the record of its abortion might have been removed.
        boolean isWanted = failed == NONE_FAILED && !attempts.areOver();
        Decision decision = decide(transaction, isWanted ? Decision.COMMITTED : Decision.ABORTED, attempts);
        follow(announcement, () -> {
            tasks.run(plan.ids().stream()
                    .<Runnable>map(id -> () -> locks.finish(id, transaction, decision, held.get(id), attempts))
                    .toList());
            if (decision == Decision.COMMITTED) {
                derive(announcement);
                store.forget(transaction);
            }
        });
        return decision == Decision.COMMITTED || failed >= 0 || failed == STALE ? result(failed) : null;
    }

    /** Locks all, one after the other in their order, and waits for each. */
    private int prepareInOrder(
            List<Participant> participants, long transaction, Map<CollectionId, Reading> held, Pace.Attempts attempts) {
        for (Participant participant : participants) {
            int failed = prepare(participant, transaction, held, true, attempts);
            if (failed == STALE) {
                return STALE;
            }
            if (failed >= 0) {
                // An earlier one, of a collection that was not looked at yet, is to be named instead.
                int first = firstFailed(participants);
                return first >= 0 && first < failed ? first : failed;
            }
        }
        return NONE_FAILED;
    }

    /** Locks all at the same time, and waits for none: who holds one and waits for another could wait in a circle. */
    private int prepareAtOnce(
            List<Participant> participants, long transaction, Map<CollectionId, Reading> held, Pace.Attempts attempts) {
        Queue<Integer> results = new ConcurrentLinkedQueue<>();
        tasks.run(participants.stream()
                .<Runnable>map(
                        participant -> () -> results.add(prepare(participant, transaction, held, false, attempts)))
                .toList());
        if (results.contains(STALE)) {
            return STALE;
        }
        int failed = results.stream()
                .filter(index -> index >= 0)
                .min(Integer::compare)
                .orElse(NONE_FAILED);
        return failed == NONE_FAILED && results.contains(BLOCKED) ? BLOCKED : failed;
    }

    /** Locks a collection if it is as expected; returns the index of the expectation that failed, or why there is none. */
    private int prepare(
            Participant participant,
            long transaction,
            Map<CollectionId, Reading> held,
            boolean mayWait,
            Pace.Attempts attempts) {
        CollectionId id = participant.id();
        Head head = heads.get(id);
        boolean isRemembered = head != null;
        while (true) {
            if (head == null || head.isLocked()) {
                Reading reading = store.read(id, participant.expectedKeys(), Consistency.STRONG);
                head = reading.head();
                if (head.lock() == transaction) {
                    // A batch without an answer was applied.
                    return NONE_FAILED;
                }
                if (head.isLocked()) {
                    if (!mayWait && store.decision(head.lock()) == Decision.UNDECIDED) {
                        return BLOCKED;
                    }
                    locks.clear(id, head.lock(), attempts);
                    continue;
                }
                heads.note(id, head);
                int failed = participant.firstFailed(reading);
                if (failed >= 0) {
                    return failed;
                }
            }
            if (participant.isStale(head) || (head.isNew() && !register(participant))) {
                return STALE;
            }
            Batch batch = participant.prepare(head, transaction);
            if (store.compareAndSet(id, batch) == Outcome.APPLIED) {
                held.put(id, new Reading(batch.after(), batch.puts()));
                return NONE_FAILED;
            }
            if (!isRemembered) {
                attempts.next();
            }
            isRemembered = false;
            head = null;
        }
    }

    private Decision decide(long transaction, Decision wanted, Pace.Attempts attempts) {
        while (true) {
            Decision decision = store.decide(transaction, wanted);
            if (decision != Decision.UNDECIDED) {
                return decision;
            }
            attempts.next();
        }
    }

    /** Applies what a commit left in outboxes, and what others left there before. */
    private void derive(Announcement announcement) {
        for (CollectionId source : announcement.collections()) {
            if (!announcement.targets().isEmpty() && !drain.all(source, announcement.commit())) {
                announcement.targets().forEach(target -> drain.removeMarker(source, target));
            }
        }
    }

    /** Does what is left when the answer is certain. It cannot change the answer: what fails is left to recovery. */
    private void follow(Announcement announcement, Runnable rest) {
        try {
            rest.run();
            store.withdraw(announcement);
        } catch (StorageException.Unavailable e) {
            unfinished.accept(announcement);
        }
    }
}
