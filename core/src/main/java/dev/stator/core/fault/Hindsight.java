package dev.stator.core.fault;

import dev.stator.storage.Capability;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.Snapshot;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An engine that remembers, while that is wanted, what another one held before each of the last commits, and lets a request
 * read from there what it does not insist to read as it is. While it is not wanted, it only passes calls on.
 *
 * <p>Commits come one after the other while it remembers; a moment is a snapshot, which shares what has not changed.
 */
public final class Hindsight implements Engine {
    /** How many moments are remembered; beyond it the oldest are dropped, and a read sees the oldest that is left. */
    private static final int MOMENTS_MAX = 1_000;

    private final Engine engine;
    private final InstantSource clock;
    private final Faults faults;
    /** Held while a commit is made and its moment remembered, and while a moment is looked for. */
    private final ReentrantLock lock = new ReentrantLock();

    private final ArrayDeque<Moment> moments = new ArrayDeque<>();
    private volatile boolean isRemembering;

    /**
     * @param engine has {@link Capability#SNAPSHOT}
     * @param faults know whether moments are to be remembered
     */
    public Hindsight(Engine engine, InstantSource clock, Faults faults) {
        this.engine = engine;
        this.clock = clock;
        this.faults = faults;
    }

    /** What was there before a commit, and what the commit did. */
    private static final class Moment {
        private final Snapshot before;
        private final Instant committed;
        private final Set<Tree> changed = new HashSet<>();
        private final Set<Tree> derived = new HashSet<>();
        private @Nullable Engine opened;

        Moment(Snapshot before, Instant committed, Commit commit) {
            this.before = before;
            this.committed = committed;
            commit.changes().stream().map(Change::tree).forEach(changed::add);
            commit.derived().stream().map(Change::tree).forEach(derived::add);
        }

        boolean changes(Tree tree, boolean onlyDerived) {
            return derived.contains(tree) || (!onlyDerived && changed.contains(tree));
        }

        Engine open() {
            if (opened == null) {
                opened = before.open();
            }
            return opened;
        }
    }

    /** The engine that this read is to see. */
    private Engine seenBy(Tree tree, Consistency consistency) {
        if (consistency == Consistency.STRONG || !faults.needsHindsight()) {
            return engine;
        }
        PointOfView view = PointOfView.current();
        return view == null ? engine : earlier(tree, view);
    }

    private Engine earlier(Tree tree, PointOfView view) {
        lock.lock();
        try {
            Moment found = switch (view.lag()) {
                case Lag.Commits commits -> before(tree, view.onlyDerived(), commits.count());
                case Lag.Time time -> at(clock.instant().minus(time.duration()), tree, view.onlyDerived());
            };
            return found == null ? engine : found.open();
        } finally {
            lock.unlock();
        }
    }

    /** The moment before the n-th last commit to the tree, or the first that is known; null if there was none. */
    private @Nullable Moment before(Tree tree, boolean onlyDerived, int commits) {
        int left = commits;
        Moment found = null;
        Iterator<Moment> backwards = moments.descendingIterator();
        while (left > 0 && backwards.hasNext()) {
            Moment moment = backwards.next();
            if (moment.changes(tree, onlyDerived)) {
                found = moment;
                left--;
            }
        }
        return found;
    }

    /** The moment before the first commit to the tree behind this time; null if there was none. */
    private @Nullable Moment at(Instant time, Tree tree, boolean onlyDerived) {
        for (Moment moment : moments) {
            if (moment.committed.isAfter(time) && moment.changes(tree, onlyDerived)) {
                return moment;
            }
        }
        return null;
    }

    @Override
    public CommitResult commit(Commit commit) {
        if (!faults.needsHindsight()) {
            forget();
            return engine.commit(commit);
        }
        if (commit.changes().isEmpty()) {
            return engine.commit(commit);
        }
        lock.lock();
        try {
            Moment moment = new Moment(engine.snapshot(), clock.instant(), commit);
            CommitResult result = engine.commit(commit);
            if (result instanceof CommitResult.Committed) {
                moments.add(moment);
                isRemembering = true;
                if (moments.size() > MOMENTS_MAX) {
                    moments.remove();
                }
            }
            return result;
        } finally {
            lock.unlock();
        }
    }

    private void forget() {
        if (isRemembering) {
            lock.lock();
            try {
                moments.clear();
                isRemembering = false;
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public Set<Capability> capabilities() {
        return engine.capabilities();
    }

    @Override
    public void create(Tree tree) {
        engine.create(tree);
    }

    @Override
    public void drop(Tree tree) {
        engine.drop(tree);
    }

    @Override
    public @Nullable Entry get(Tree tree, byte[] collection, byte[] position, Consistency consistency) {
        return seenBy(tree, consistency).get(tree, collection, position, consistency);
    }

    @Override
    public void slice(Tree tree, byte[] collection, Range range, Consistency consistency, EntryVisitor visitor) {
        seenBy(tree, consistency).slice(tree, collection, range, consistency, visitor);
    }

    @Override
    public void scan(
            Tree tree, TokenRange tokens, @Nullable EntryKey after, Consistency consistency, EntryVisitor visitor) {
        seenBy(tree, consistency).scan(tree, tokens, after, consistency, visitor);
    }

    @Override
    public Size size(Tree tree) {
        return engine.size(tree);
    }

    @Override
    public Size size(Tree tree, byte[] collection) {
        return engine.size(tree, collection);
    }

    @Override
    public void checkpoint(Path folder) {
        engine.checkpoint(folder);
    }

    @Override
    public Snapshot snapshot() {
        return engine.snapshot();
    }

    @Override
    public void close() {
        engine.close();
    }
}
