package dev.stator.storage.rocksdb;

import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Versions that never repeat, not even after a crash that lost the last commits: they are taken from blocks of 2^32 numbers, and
 * each opening of the engine begins a block of its own. Only the {@link GroupCommit} thread takes any.
 */
final class Versions {
    private static final int BLOCK_BITS = 32;
    private static final long BLOCK_MASK = (1L << BLOCK_BITS) - 1;

    private long next;

    /** @param block a block that was never used, and is recorded as used */
    Versions(long block) {
        this.next = block << BLOCK_BITS;
    }

    /** Begins in the middle of a block. */
    static Versions at(long version) {
        Versions versions = new Versions(version >>> BLOCK_BITS);
        versions.next = version;
        return versions;
    }

    /** The next version; at the end of a block the next block is recorded in the batch that is the first to use it. */
    long next(WriteBatch batch) throws RocksDBException {
        long version = next++;
        if ((next & BLOCK_MASK) == 0) {
            batch.put(KeyLayout.VERSION_BLOCK, StoredValue.number(next >>> BLOCK_BITS));
        }
        return version;
    }
}
