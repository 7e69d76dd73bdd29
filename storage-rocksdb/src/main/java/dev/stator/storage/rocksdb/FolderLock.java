package dev.stator.storage.rocksdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps every other process out of a folder. RocksDB has a lock of its own, but it starts a new log file before it tries
 * that lock, and a folder in use must not be touched.
 */
final class FolderLock {
    /**
     * What this process holds. It must be known before a lock file is opened: on POSIX systems closing any handle of a file
     * gives up the locks that the process has on it.
     */
    private static final Set<Path> HELD = new HashSet<>();

    private final Path file;
    private final FileChannel channel;

    private FolderLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Takes the lock, or returns null if somebody else has it. */
    static @Nullable FolderLock take(Path lockFile) throws IOException {
        synchronized (HELD) {
            Path parent = lockFile.toAbsolutePath().getParent();
            Path file = parent == null ? lockFile : parent.toRealPath().resolve(lockFile.getFileName());
            if (HELD.contains(file)) {
                return null;
            }
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    channel.close();
                    return null;
                }
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
            HELD.add(file);
            return new FolderLock(file, channel);
        }
    }

    void release() {
        synchronized (HELD) {
            try {
                channel.close();
            } catch (IOException e) {
                // The handle is gone in any case, and the lock with it.
            }
            HELD.remove(file);
        }
    }
}
