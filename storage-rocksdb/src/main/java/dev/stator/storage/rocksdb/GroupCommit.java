package dev.stator.storage.rocksdb;

import dev.stator.storage.Size;
import dev.stator.storage.StorageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Writes commits in groups: whatever has gathered while the last group was written becomes the next one, a single batch with
 * a single sync. One platform thread does it all, because a sync inside native code would pin a virtual thread's carrier,
 * and because counters and versions then have one writer.
 */
final class GroupCommit {
    /** Bounds the batch that is built in native memory; a commit that is larger by itself makes a group of its own. */
    private static final long GROUP_BYTES_MAX = 8 << 20;

    /** Does the one thing that can fail: the native write. */
    @FunctionalInterface
    interface BatchWriter {
        void write(WriteBatch batch) throws RocksDBException;
    }

    private final BatchWriter writer;
    private final Versions versions;
    private final Semaphore room;
    private final LinkedBlockingQueue<PendingCommit> queue = new LinkedBlockingQueue<>();
    private final PendingCommit stop = new PendingCommit();
    private final Thread thread;
    private volatile @Nullable Throwable failure;

    GroupCommit(BatchWriter writer, Versions versions, int waitingMax) {
        this.writer = writer;
        this.versions = versions;
        this.room = new Semaphore(waitingMax);
        this.thread = Thread.ofPlatform().name("stator-commit").daemon().unstarted(this::run);
    }

    static GroupCommit start(BatchWriter writer, Versions versions, int waitingMax) {
        GroupCommit started = new GroupCommit(writer, versions, waitingMax);
        started.thread.start();
        return started;
    }

    /**
     * Throws if a write has failed before. From then on nothing is written until the engine is opened again: after a
     * failed sync the kernel may have dropped the pages that it could not write and report the next sync as good, so a
     * later commit might be acknowledged although the log before it has a hole, at which recovery would stop.
     */
    void requireHealthy() {
        Throwable cause = failure;
        if (cause != null) {
            throw new StorageException.Unavailable(
                    "no more commits until a restart, because a write failed: " + cause.getMessage(), cause);
        }
    }

    /** Returns when the commit is as durable as the writer makes it. */
    void write(PendingCommit commit) {
        room.acquireUninterruptibly();
        try {
            queue.add(commit);
            commit.await();
        } finally {
            room.release();
        }
    }

    /** Ends the thread. Requires: nobody writes any more. */
    void stop() {
        queue.add(stop);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        List<PendingCommit> group = new ArrayList<>();
        try (WriteBatch batch = new WriteBatch()) {
            while (gather(group)) {
                Throwable trouble = write(group, batch);
                for (PendingCommit commit : group) {
                    commit.finish(trouble);
                }
                group.clear();
            }
        }
    }

    /** Waits for one commit and takes along what else is there; returns false at the end. */
    private boolean gather(List<PendingCommit> group) {
        PendingCommit next = takeUninterruptibly();
        long bytes = 0;
        while (next != null && next != stop) {
            group.add(next);
            bytes += next.bytes();
            next = bytes < GROUP_BYTES_MAX ? queue.poll() : null;
        }
        return next != stop;
    }

    private PendingCommit takeUninterruptibly() {
        while (true) {
            try {
                return queue.take();
            } catch (InterruptedException e) {
                // Nobody who knows this thread interrupts it; it ends by `stop` alone.
            }
        }
    }

    /** Writes the group and returns null, or what went wrong. */
    private @Nullable Throwable write(List<PendingCommit> group, WriteBatch batch) {
        Throwable before = failure;
        if (before != null) {
            return before;
        }
        try {
            batch.clear();
            Map<Counter, Size> sizes = new LinkedHashMap<>();
            for (PendingCommit commit : group) {
                commit.addTo(batch, versions.next(batch));
                for (PendingCommit.Growing growing : commit.growth()) {
                    Counter counter = growing.counter();
                    Size size = sizes.getOrDefault(counter, counter.size());
                    sizes.put(counter, size.plus(growing.entries(), growing.bytes()));
                }
            }
            for (Map.Entry<Counter, Size> changed : sizes.entrySet()) {
                Counter counter = changed.getKey();
                if (counter.isStored(changed.getValue())) {
                    batch.put(counter.key(), StoredValue.size(changed.getValue()));
                } else {
                    batch.delete(counter.key());
                }
            }
            writer.write(batch);
            sizes.forEach(Counter::set);
            return null;
        } catch (RocksDBException | RuntimeException | Error e) {
            // Whatever it is: the group may be half on its way to the disk, and nobody may wait for ever.
            failure = e;
            return e;
        }
    }
}
