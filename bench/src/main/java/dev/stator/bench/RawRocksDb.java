package dev.stator.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** The store below, asked to do the same synced writes by as many threads as the server has connections. */
final class RawRocksDb {
    private static final int VALUE_BYTES = 1_024;
    private static final int KEYS = 10_000;

    private RawRocksDb() {}

    /** Writes a second that were on disk when they were acknowledged. RocksDB gathers them into groups by itself. */
    static double syncedPutsPerSecond(Path folder, int threads, Duration time)
            throws IOException, RocksDBException, InterruptedException {
        Path data = Files.createTempDirectory(folder, "raw");
        LongAdder puts = new LongAdder();
        AtomicReference<@Nullable RocksDBException> failure = new AtomicReference<>();
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB db = RocksDB.open(options, data.toString());
                WriteOptions synced = new WriteOptions().setSync(true)) {
            long start = System.nanoTime();
            long end = start + time.toNanos();
            CountDownLatch finished = new CountDownLatch(threads);
            for (int t = 0; t < threads; t++) {
                int first = t;
                Thread.ofPlatform().start(() -> {
                    try {
                        for (int i = first; System.nanoTime() < end; i += threads) {
                            db.put(synced, key(i % KEYS), new byte[VALUE_BYTES]);
                            puts.increment();
                        }
                    } catch (RocksDBException e) {
                        failure.set(e);
                    } finally {
                        finished.countDown();
                    }
                });
            }
            finished.await();
            RocksDBException failed = failure.get();
            if (failed != null) {
                throw failed;
            }
            return puts.sum() / ((System.nanoTime() - start) / 1e9);
        }
    }

    private static byte[] key(int number) {
        return "item#%08d".formatted(number).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }
}
