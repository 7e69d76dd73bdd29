package dev.stator.storage.rocksdb;

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
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.StorageException;
import dev.stator.storage.StripedLocks;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import dev.stator.storage.Waiting;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/**
 * The embedded durable engine. A commit locks the stripes of all keys that it expects or changes, checks, and hands its changes to {@link
 * GroupCommit}; it keeps the locks until they are durable, so nobody builds on a change that a crash could still undo. Reads take no locks: RocksDB shows
 * a batch to nobody before it is in the log.
 *
 * <p>Reads run inside native code and hold their carrier thread meanwhile: for microseconds from memory, for as long as the
 * disk takes otherwise.
 */
public final class RocksDbEngine implements Engine {
    /** A stripe is held while the disk syncs, so there are many: a thousand commits at once rarely share one. */
    private static final int STRIPES = 1 << 14;

    private final Store store;
    private final Gate gate = new Gate();
    private final StripedLocks locks = new StripedLocks(STRIPES);
    /** Commits share it, creating and dropping trees excludes them. Not reentrant, and needs no memory a thread. */
    private final StampedLock treesLock = new StampedLock();

    private final Object closing = new Object();
    private boolean closed;

    private RocksDbEngine(Store store) {
        this.store = store;
    }

    /**
     * Opens the engine in a folder, which is made if it does not exist.
     *
     * @throws UnusableFolderException if the folder cannot be used; it is left as it was
     * @throws StorageException        if its files are damaged or cannot be read
     */
    public static RocksDbEngine open(Path folder, RocksDbOptions options) {
        return new RocksDbEngine(Store.open(folder, options));
    }

    @Override
    public Set<Capability> capabilities() {
        EnumSet<Capability> capabilities = EnumSet.of(Capability.DERIVED_IN_COMMIT, Capability.CHECKPOINT);
        if (store.durability() != Durability.NONE) {
            capabilities.add(Capability.DURABLE);
        }
        return Set.copyOf(capabilities);
    }

    @Override
    public Waiting waiting() {
        return Waiting.IN_COMMITS;
    }

    @Override
    public void create(Tree tree) {
        exclusively(() -> store.create(tree));
    }

    @Override
    public void drop(Tree tree) {
        exclusively(() -> store.drop(tree));
    }

    @Override
    public @Nullable Entry get(Tree tree, byte[] collection, byte[] position, Consistency consistency) {
        int pass = gate.enter();
        try {
            return store.reader().get(tree, collection, position);
        } finally {
            gate.leave(pass);
        }
    }

    @Override
    public void slice(Tree tree, byte[] collection, Range range, Consistency consistency, EntryVisitor visitor) {
        int pass = gate.enter();
        try {
            store.reader().slice(tree, collection, range, visitor);
        } finally {
            gate.leave(pass);
        }
    }

    @Override
    public void scan(
            Tree tree, TokenRange tokens, @Nullable EntryKey after, Consistency consistency, EntryVisitor visitor) {
        int pass = gate.enter();
        try {
            store.reader().scan(tree, tokens, after, visitor);
        } finally {
            gate.leave(pass);
        }
    }

    @Override
    public CommitResult commit(Commit commit) {
        commit.refuseAppends();
        int pass = gate.enter();
        long stamp = treesLock.readLock();
        try {
            store.requireHealthy();
            CommitResult missing = missingTree(commit);
            return missing != null ? missing : lockCheckAndWrite(commit);
        } finally {
            treesLock.unlockRead(stamp);
            gate.leave(pass);
        }
    }

    @Override
    public Size size(Tree tree) {
        return storedSize(KeyLayout.treeRecord(tree));
    }

    @Override
    public Size size(Tree tree, byte[] collection) {
        return storedSize(KeyLayout.collectionSize(tree, collection));
    }

    @Override
    public void checkpoint(Path folder) {
        int pass = gate.enter();
        try {
            store.checkpoint(folder);
        } finally {
            gate.leave(pass);
        }
    }

    /** Waits for the calls under way, then closes; later calls find the engine unavailable. Closing again changes nothing. */
    @Override
    public void close() {
        synchronized (closing) {
            if (!closed) {
                closed = true;
                gate.close();
                store.close();
            }
        }
    }

    private @Nullable CommitResult missingTree(Commit commit) {
        for (Expectation expectation : commit.expectations()) {
            if (!store.hasTree(expectation.tree())) {
                return new CommitResult.NoTree(expectation.tree());
            }
        }
        for (Change change : commit.changes()) {
            if (!store.hasTree(change.tree())) {
                return new CommitResult.NoTree(change.tree());
            }
        }
        return null;
    }

    private CommitResult lockCheckAndWrite(Commit commit) {
        int[] held = locks.lock(hashesOf(commit));
        try {
            for (int i = 0; i < commit.expectations().size(); i++) {
                Expectation expectation = commit.expectations().get(i);
                if (store.reader().version(expectation.tree(), expectation.key()) != expectation.version()) {
                    return new CommitResult.Conflict(i);
                }
            }
            store.write(commit);
            return CommitResult.COMMITTED;
        } finally {
            locks.unlock(held);
        }
    }

    /**
     * A stripe for each key and not for each collection: expectations are about keys, and a busy collection would otherwise take one
     * commit per sync. Derived changes need none, their keys belong to entries whose stripes are held.
     */
    private static int[] hashesOf(Commit commit) {
        List<Expectation> expectations = commit.expectations();
        List<Change> changes = commit.changes();
        int[] hashes = new int[expectations.size() + changes.size()];
        int count = 0;
        for (Expectation expectation : expectations) {
            hashes[count++] = hashOf(expectation.tree(), expectation.key());
        }
        for (Change change : changes) {
            hashes[count++] = hashOf(change.tree(), change.key());
        }
        return hashes;
    }

    private static int hashOf(Tree tree, EntryKey key) {
        return 31 * (31 * tree.id() + tree.family()) + key.hashCode();
    }

    private Size storedSize(byte[] key) {
        int pass = gate.enter();
        try {
            return store.size(key);
        } finally {
            gate.leave(pass);
        }
    }

    /** Runs while no commit does, so that a commit sees the same trees from its checks to its end. */
    private void exclusively(Runnable change) {
        int pass = gate.enter();
        long stamp = treesLock.writeLock();
        try {
            store.requireHealthy();
            change.run();
        } finally {
            treesLock.unlockWrite(stamp);
            gate.leave(pass);
        }
    }
}
