package dev.stator.storage.rocksdb;

import dev.stator.storage.rocksdb.UnusableFolderException.Reason;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of ours: {@code FORMAT} says so and in which format, {@code LOCK} is held while it is open, {@code rocksdb/} is the
 * database. A folder is looked at before it is touched, so that one we cannot use stays as it is.
 */
final class DataFolder implements AutoCloseable {
    /** Counted up whenever files are written that an older version would misread. */
    static final int FORMAT = 1;

    private static final String FORMAT_FILE = "FORMAT";
    private static final String FORMAT_DRAFT = "FORMAT.new";
    private static final String LOCK_FILE = "LOCK";
    private static final Pattern FORMAT_LINE = Pattern.compile("stator rocksdb (\\d{1,9})\n");

    /** What may lie in a folder that is not ours yet: traces of a first start that was cut off, and what mkfs makes. */
    private static final Set<String> HARMLESS = Set.of(LOCK_FILE, FORMAT_DRAFT, "lost+found");

    private final Path folder;
    private final FolderLock lock;

    private DataFolder(Path folder, FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Makes the folder ours, if it is empty or absent, and locks it.
     *
     * @throws UnusableFolderException if that cannot be; then nothing was changed
     */
    static DataFolder open(Path folder) {
        try {
            boolean ours = inspect(folder);
            Files.createDirectories(folder);
            FolderLock lock = FolderLock.take(folder.resolve(LOCK_FILE));
            if (lock == null) {
                throw unusable(
                        Reason.IN_USE,
                        folder,
                        "it is open in another process, or a second time in this one",
                        "Stop that process, or choose another folder.",
                        null);
            }
            try {
                if (!ours) {
                    writeFormat(folder);
                }
                return new DataFolder(folder, lock);
            } catch (IOException | RuntimeException e) {
                lock.release();
                throw e;
            }
        } catch (IOException e) {
            throw unusable(
                    Reason.NOT_WRITABLE,
                    folder,
                    "this process may not write there (" + e + ")",
                    "Give its user write permission, or choose another folder.",
                    e);
        }
    }

    Path database() {
        return database(folder);
    }

    static Path database(Path folder) {
        return folder.resolve("rocksdb");
    }

    @Override
    public void close() {
        lock.release();
    }

    /** Writes the file that makes a folder ours; last, so that a folder with less than all files is not. */
    static void writeFormat(Path folder) throws IOException {
        Path draft = folder.resolve(FORMAT_DRAFT);
        byte[] line = ("stator rocksdb " + FORMAT + "\n").getBytes(StandardCharsets.US_ASCII);
        try (FileChannel channel = FileChannel.open(
                draft, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(line);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(draft, folder.resolve(FORMAT_FILE), StandardCopyOption.ATOMIC_MOVE);
        syncFolder(folder);
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            syncFolder(parent);
        }
    }

    /** Makes the names in a folder durable. */
    private static void syncFolder(Path folder) throws IOException {
        // Windows opens no folders; there the file system writes its names by itself.
        if (File.separatorChar == '/') {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** Returns whether the folder is ours already, or throws if it is neither ours nor empty. */
    private static boolean inspect(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return false;
        }
        if (!Files.isDirectory(folder)) {
            throw unusable(Reason.NOT_WRITABLE, folder, "it is a file and not a folder", "Choose a folder.", null);
        }
        Path formatFile = folder.resolve(FORMAT_FILE);
        if (Files.exists(formatFile)) {
            requireKnownFormat(folder, formatFile);
            return true;
        }
        Set<String> foreign = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !HARMLESS.contains(name))
                    .forEach(foreign::add);
        }
        if (!foreign.isEmpty()) {
            throw unusable(
                    Reason.FOREIGN,
                    folder,
                    "it has files that are not Stator's, such as "
                            + foreign.iterator().next(),
                    "Choose an empty folder, or one that does not exist yet.",
                    null);
        }
        return false;
    }

    private static void requireKnownFormat(Path folder, Path formatFile) throws IOException {
        byte[] start;
        try (var in = Files.newInputStream(formatFile)) {
            start = in.readNBytes(64);
        }
        Matcher line = FORMAT_LINE.matcher(new String(start, StandardCharsets.ISO_8859_1));
        if (!line.matches()) {
            throw unusable(
                    Reason.FOREIGN,
                    folder,
                    "its file " + FORMAT_FILE + " is not one that Stator wrote",
                    "Choose an empty folder, or one that does not exist yet.",
                    null);
        }
        int format = Integer.parseInt(line.group(1));
        if (format > FORMAT) {
            throw unusable(
                    Reason.NEWER_FORMAT,
                    folder,
                    "a newer version of Stator wrote it (format " + format + "; this version reads up to " + FORMAT
                            + ")",
                    "Start that version, or choose another folder.",
                    null);
        }
    }

    private static UnusableFolderException unusable(
            Reason reason, Path folder, String why, String remedy, @Nullable Throwable cause) {
        return new UnusableFolderException(
                reason, "Cannot use the folder " + folder + ": " + why + ". " + remedy, cause);
    }
}
