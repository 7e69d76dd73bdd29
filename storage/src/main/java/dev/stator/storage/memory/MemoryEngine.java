package dev.stator.storage.memory;

import dev.stator.storage.Capability;
import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Expectation;
import dev.stator.storage.Growth;
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.Snapshot;
import dev.stator.storage.StorageException;
import dev.stator.storage.StripedLocks;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import dev.stator.storage.Waiting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The engine that keeps everything on the heap and loses it at close; instant to make and small while empty. Reads take no lock:
 * they visit an immutable snapshot of one collection ({@link SortedEntries}). A commit locks the stripes of all collections
 * it touches, checks, stages its changes, and makes them visible at one moment ({@link MemoryCollection.Decision}).
 */
public final class MemoryEngine implements Engine {
    /** Commits take microseconds, so a few stripes are enough and thousands of engines stay cheap. */
    private static final int STRIPES = 64;

    private final ConcurrentHashMap<Tree, MemoryTree> trees = new ConcurrentHashMap<>();
    private final StripedLocks locks = new StripedLocks(STRIPES);
    private final AtomicLong lastVersion;
    private volatile boolean closed;

    /** An engine with nothing in it. */
    public MemoryEngine() {
        lastVersion = new AtomicLong();
    }

    private MemoryEngine(Moment moment) {
        lastVersion = new AtomicLong(moment.lastVersion);
        moment.trees.forEach((tree, frozen) -> trees.put(tree, new MemoryTree(frozen)));
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DERIVED_IN_COMMIT, Capability.SNAPSHOT);
    }

    @Override
    public Waiting waiting() {
        return Waiting.NEVER;
    }

    @Override
    public void create(Tree tree) {
        exclusively(() -> trees.putIfAbsent(tree, new MemoryTree()));
    }

    @Override
    public void drop(Tree tree) {
        exclusively(() -> trees.remove(tree));
    }

    @Override
    public @Nullable Entry get(Tree tree, byte[] collection, byte[] position, Consistency consistency) {
        return SortedEntries.find(snapshot(tree, collection), position);
    }

    @Override
    public void slice(Tree tree, byte[] collection, Range range, Consistency consistency, EntryVisitor visitor) {
        SortedEntries.visit(snapshot(tree, collection), range, visitor);
    }

    @Override
    public void scan(
            Tree tree, TokenRange tokens, @Nullable EntryKey after, Consistency consistency, EntryVisitor visitor) {
        MemoryTree found = find(tree);
        if (found != null) {
            found.scan(tokens, after, visitor);
        }
    }

    @Override
    public CommitResult commit(Commit commit) {
        commit.refuseAppends();
        int[] held = locks.lock(hashesOf(commit));
        try {
            CommitResult refusal = refusal(commit);
            if (refusal != null) {
                return refusal;
            }
            apply(commit);
            return CommitResult.COMMITTED;
        } finally {
            locks.unlock(held);
        }
    }

    @Override
    public Size size(Tree tree) {
        MemoryTree found = find(tree);
        return found == null ? Size.ZERO : found.size();
    }

    @Override
    public Size size(Tree tree, byte[] collection) {
        MemoryTree found = find(tree);
        return found == null ? Size.ZERO : found.size(collection);
    }

    @Override
    public void checkpoint(Path folder) {
        throw new UnsupportedOperationException("the memory engine has no checkpoints");
    }

    /** Takes time for each tree, and none for what is in the trees; so does opening the snapshot. */
    @Override
    public Snapshot snapshot() {
        Map<Tree, MemoryTree.Frozen> frozen = new HashMap<>();
        exclusively(() -> trees.forEach((tree, content) -> frozen.put(tree, content.freeze())));
        return new Moment(frozen, lastVersion.get());
    }

    /** The trees between two commits. The last version goes on from here, so that the opened engine uses none twice. */
    private record Moment(Map<Tree, MemoryTree.Frozen> trees, long lastVersion) implements Snapshot {
        @Override
        public Engine open() {
            return new MemoryEngine(this);
        }
    }

    /** Lets go of everything; later calls find the engine unavailable. Closing again changes nothing. */
    @Override
    public void close() {
        locks.lockAll();
        try {
            closed = true;
            trees.clear();
        } finally {
            locks.unlockAll();
        }
    }

    /** Runs while no commit does, so that a commit sees the same trees from its checks to its end. */
    private void exclusively(Runnable change) {
        locks.lockAll();
        try {
            requireOpen();
            change.run();
        } finally {
            locks.unlockAll();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new StorageException.Unavailable("the engine is closed", null);
        }
    }

    @Nullable
    MemoryTree find(Tree tree) {
        MemoryTree found = trees.get(tree);
        // Looked at afterwards, so that a tree is never missing because the engine was closed meanwhile.
        requireOpen();
        return found;
    }

    private @Nullable SortedEntries snapshot(Tree tree, byte[] collection) {
        MemoryTree found = find(tree);
        MemoryCollection entries = found == null ? null : found.find(collection);
        return entries == null ? null : entries.snapshot();
    }

    /**
     * Derived changes need no check, but they too replace their collection's snapshot, and growth its size, so their stripes
     * are locked like those of all others.
     */
    private static int[] hashesOf(Commit commit) {
        List<Expectation> expectations = commit.expectations();
        List<Change> changes = commit.changes();
        List<Change> derived = commit.derived();
        List<Growth> growth = commit.growth();
        int[] hashes = new int[expectations.size() + changes.size() + derived.size() + growth.size()];
        int count = 0;
        for (Expectation expectation : expectations) {
            hashes[count++] = hashOf(expectation.tree(), expectation.key());
        }
        for (Change change : changes) {
            hashes[count++] = hashOf(change.tree(), change.key());
        }
        for (Change change : derived) {
            hashes[count++] = hashOf(change.tree(), change.key());
        }
        for (Growth each : growth) {
            byte[] collection = each.collection();
            if (collection != null) {
                hashes[count++] = hashOf(each.tree(), collection);
            }
        }
        return count == hashes.length ? hashes : Arrays.copyOf(hashes, count);
    }

    private static int hashOf(Tree tree, EntryKey key) {
        return hashOf(tree, key.collection());
    }

    /** The family has no part in it, so that an item and its local index entries share a stripe. */
    private static int hashOf(Tree tree, byte[] collection) {
        return 31 * tree.id() + Arrays.hashCode(collection);
    }

    private @Nullable CommitResult refusal(Commit commit) {
        requireOpen();
        for (Expectation expectation : commit.expectations()) {
            if (!trees.containsKey(expectation.tree())) {
                return new CommitResult.NoTree(expectation.tree());
            }
        }
        for (Change change : commit.changes()) {
            if (!trees.containsKey(change.tree())) {
                return new CommitResult.NoTree(change.tree());
            }
        }
        for (int i = 0; i < commit.expectations().size(); i++) {
            if (!holds(commit.expectations().get(i))) {
                return new CommitResult.Conflict(i);
            }
        }
        return null;
    }

    private boolean holds(Expectation expectation) {
        EntryKey key = expectation.key();
        Entry entry = SortedEntries.find(snapshot(expectation.tree(), key.collection()), key.position());
        return expectation.version() == (entry == null ? Expectation.ABSENT : entry.version());
    }

    private void apply(Commit commit) {
        // One version for all puts of a commit is enough: no two of them have the same key.
        long version = lastVersion.incrementAndGet();
        MemoryCollection.Decision decision = new MemoryCollection.Decision();
        List<Touched> touched =
                new ArrayList<>(commit.changes().size() + commit.derived().size());
        for (Change change : commit.changes()) {
            stage(change, version, decision, touched);
        }
        for (Change change : commit.derived()) {
            stage(change, version, decision, touched);
        }
        decision.make();
        for (Touched each : touched) {
            each.collection.settle();
            each.tree.removeIfEmpty(each.collection);
        }
        for (Growth growth : commit.growth()) {
            MemoryTree tree = trees.get(growth.tree());
            if (tree != null) {
                tree.grow(growth);
            }
        }
    }

    private void stage(Change change, long version, MemoryCollection.Decision decision, List<Touched> touched) {
        MemoryTree tree = trees.get(change.tree());
        if (tree == null) {
            return;
        }
        EntryKey key = change.key();
        switch (change) {
            case Change.Put put -> {
                MemoryCollection collection = tree.findOrAdd(key.collection());
                touched.add(new Touched(tree, collection));
                collection.stagePut(decision, key, version, put.value());
            }
            case Change.Delete delete -> {
                MemoryCollection collection = tree.findToChange(key.collection());
                if (collection != null) {
                    touched.add(new Touched(tree, collection));
                    collection.stageDelete(decision, key);
                }
            }
        }
    }

    /** A collection with something staged. */
    private record Touched(MemoryTree tree, MemoryCollection collection) {}
}
