package dev.stator.storage.rocksdb;

import dev.stator.storage.Change;
import dev.stator.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** One commit that passed its checks, in RocksDB's terms, and the thread that waits until {@link GroupCommit} has written it. */
final class PendingCommit {
    private final Thread waiter = Thread.currentThread();
    private final List<Put> puts = new ArrayList<>();
    private final List<byte[]> deletes = new ArrayList<>();
    private final List<Growing> growth = new ArrayList<>();
    private long bytes;
    private @Nullable Throwable trouble;
    private volatile boolean finished;

    void add(Change change) {
        byte[] key = KeyLayout.entry(
                change.tree(), change.key().collection(), change.key().position());
        bytes += key.length;
        switch (change) {
            case Change.Put put -> {
                bytes += put.value().length;
                puts.add(new Put(key, StoredValue.entry(put.value())));
            }
            case Change.Delete delete -> deletes.add(key);
        }
    }

    void add(Counter counter, long entries, long grownBytes) {
        growth.add(new Growing(counter, entries, grownBytes));
    }

    boolean isEmpty() {
        return puts.isEmpty() && deletes.isEmpty() && growth.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    List<Growing> growth() {
        return growth;
    }

    void addTo(WriteBatch batch, long version) throws RocksDBException {
        for (Put put : puts) {
            StoredValue.setVersion(put.stored, version);
            batch.put(put.key, put.stored);
        }
        for (byte[] key : deletes) {
            batch.delete(key);
        }
    }

    /** Wakes the waiter; with what went wrong, if something did. */
    void finish(@Nullable Throwable failure) {
        trouble = failure;
        finished = true;
        LockSupport.unpark(waiter);
    }

    /**
     * Waits until the commit is written, however often the thread is interrupted: what is in the queue can no longer be
     * taken back.
     *
     * @throws StorageException.Unavailable if it could not be written
     */
    void await() {
        boolean interrupted = false;
        while (!finished) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (trouble != null) {
            throw new StorageException.Unavailable(
                    "the commit was not acknowledged, whether it is found after a restart is open: "
                            + trouble.getMessage(),
                    trouble);
        }
    }

    private record Put(byte[] key, byte[] stored) {}

    /** What the commit adds to a counter. */
    record Growing(Counter counter, long entries, long bytes) {}
}
