package dev.stator.storage.rocksdb;

import java.nio.file.Path;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteOptions;

/** RocksDB as we tune it, with the native memory that must be freed together with it and not before. */
final class Database implements AutoCloseable {
    /** Ten bits a key answer 99 of 100 look-ups of absent keys without reading the file. */
    private static final double FILTER_BITS_PER_KEY = 10;

    /** Bigger blocks need less memory for indexes and compress better, smaller ones read less for one entry. */
    private static final long BLOCK_BYTES = 8 << 10;

    private static final long LOG_FILE_BYTES = 10 << 20;
    private static final int LOG_FILES = 3;

    private final Cache cache;
    private final BloomFilter filter;
    private final Options options;
    private final WriteOptions commitWrites;
    private final WriteOptions durableWrites;
    private final RocksDB db;

    static {
        RocksDB.loadLibrary();
    }

    private Database(RocksDbOptions chosen, Path folder) throws RocksDBException {
        cache = new LRUCache(chosen.blockCacheBytes());
        filter = new BloomFilter(FILTER_BITS_PER_KEY);
        options = options(chosen);
        commitWrites = new WriteOptions()
                .setSync(chosen.durability() == Durability.FSYNC)
                .setDisableWAL(chosen.durability() == Durability.NONE);
        durableWrites = new WriteOptions().setSync(true);
        try {
            db = RocksDB.open(options, folder.toString());
        } catch (RocksDBException | RuntimeException e) {
            closeOptions();
            throw e;
        }
    }

    static Database open(RocksDbOptions chosen, Path folder) throws RocksDBException {
        return new Database(chosen, folder);
    }

    RocksDB db() {
        return db;
    }

    /** How commits are written, by the chosen durability. */
    WriteOptions commitWrites() {
        return commitWrites;
    }

    /** How trees are created and dropped, whatever the durability. */
    WriteOptions durableWrites() {
        return durableWrites;
    }

    @Override
    public void close() {
        db.close();
        closeOptions();
    }

    private void closeOptions() {
        durableWrites.close();
        commitWrites.close();
        options.close();
        filter.close();
        cache.close();
    }

    private Options options(RocksDbOptions chosen) {
        try (DBOptions database = databaseOptions(chosen);
                ColumnFamilyOptions tables = tableOptions(chosen)) {
            return new Options(database, tables);
        }
    }

    private static DBOptions databaseOptions(RocksDbOptions chosen) {
        // A closed log file that is missing, or shorter than it was when synced, is then noticed at open. This option
        // has no
        // setter in Java.
        Properties verified = new Properties();
        verified.setProperty("track_and_verify_wals_in_manifest", "true");
        DBOptions database;
        try (ConfigOptions strict = new ConfigOptions().setIgnoreUnknownOptions(false)) {
            database = DBOptions.getDBOptionsFromProps(strict, verified);
        }
        if (database == null) {
            throw new IllegalStateException("this RocksDB does not know track_and_verify_wals_in_manifest");
        }
        return database.setCreateIfMissing(true)
                .setParanoidChecks(true)
                // Replays the log up to the first record that is not whole. A crash damages only what lies behind the
                // last sync, in whatever way: so everything acknowledged is found, and a torn tail, even one whose
                // pages
                // reached the disk out of order, is cut off. The other mode that forgives a torn tail refuses to open
                // after the
                // latter.
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                .setMaxOpenFiles(chosen.openFilesMax())
                .setMaxBackgroundJobs(Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8))
                // Table files are written out as they grow, and not in one burst that delays the log's syncs.
                .setBytesPerSync(1 << 20)
                // Files that a reader was the last to need are deleted in the background and not by that reader.
                .setAvoidUnnecessaryBlockingIO(true)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(LOG_FILE_BYTES)
                .setKeepLogFileNum(LOG_FILES)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
    }

    private ColumnFamilyOptions tableOptions(RocksDbOptions chosen) {
        BlockBasedTableConfig blocks = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setBlockSize(BLOCK_BYTES)
                .setFilterPolicy(filter)
                // Indexes and filters live in the cache too, so that its size bounds the memory for reading.
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinL0FilterAndIndexBlocksInCache(true);
        return new ColumnFamilyOptions()
                .setTableFormatConfig(blocks)
                // Filters know collections as well as keys: a slice skips the files that have nothing of its
                // collection.
                .useFixedLengthPrefixExtractor(KeyLayout.PREFIX_BYTES)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setWriteBufferSize(chosen.writeBufferBytes())
                .setMaxWriteBufferNumber(4);
    }
}
