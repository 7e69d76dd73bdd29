package dev.stator.storage.rocksdb;

/**
 * How a {@link RocksDbEngine} trades memory, speed and safety.
 *
 * @param durability       what an acknowledged commit survives
 * @param blockCacheBytes  memory for blocks read from disk, their indexes and filters included
 * @param writeBufferBytes memory for one write buffer, of which there are up to four; each becomes a file when it is full
 * @param openFilesMax     how many table files are kept open
 * @param waitingCommitsMax how many commits may wait to be written; more callers wait before they enter
 */
public record RocksDbOptions(
        Durability durability, long blockCacheBytes, long writeBufferBytes, int openFilesMax, int waitingCommitsMax) {
    /**
     * Durable commits and a memory of some hundred megabytes. A thousand files of 64 MB are open at a time, which leaves
     * sockets enough even where a process may have 4,096 file handles.
     */
    public static final RocksDbOptions DEFAULTS =
            new RocksDbOptions(Durability.FSYNC, 256L << 20, 64L << 20, 1_000, 4_096);

    public RocksDbOptions {
        if (blockCacheBytes < 0 || writeBufferBytes < 1 || openFilesMax < 1 || waitingCommitsMax < 1) {
            throw new IllegalArgumentException("a size of these options is not positive");
        }
    }

    public RocksDbOptions withDurability(Durability other) {
        return new RocksDbOptions(other, blockCacheBytes, writeBufferBytes, openFilesMax, waitingCommitsMax);
    }
}
