package dev.stator.lifecycle.offload;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stator.lifecycle.table.Companion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run that purges.
 *
 * <p>{@code data/part-*.json.gz} has the items, a line of DynamoDB JSON each, as an export to S3 has them;
 * {@code history/part-*.json.gz} their records. {@code manifest.jsonl} gets a line for each batch, with the hashes of the
 * parts; it is on the disk before the first item of that batch is purged. {@code proof.jsonl} gets a line for each item that
 * is purged. {@code summary.json} comes at the end.
 */
public final class RunFiles implements AutoCloseable {
    static final String MANIFEST = "manifest.jsonl";
    static final String PROOF = "proof.jsonl";
    static final String SUMMARY = "summary.json";
    private static final String DATA = "data";
    private static final String HISTORY = "history";

    /** A folder that cannot be used, with a text for whoever has named it. */
    public static final class FilesException extends RuntimeException {
        FilesException(String message) {
            super(message);
        }
    }

    private final Path folder;
    private final String run;
    private final FileChannel lock;
    private final List<ManifestEntry> manifest;
    private final PartFile data;
    private final PartFile history;
    private long proofBytes;

    private RunFiles(Path folder, String run, FileChannel lock, long partBytesMax, long proofBytesKnown)
            throws IOException {
        this.folder = folder;
        this.run = run;
        this.lock = lock;
        Files.createDirectories(folder.resolve(DATA));
        Files.createDirectories(folder.resolve(HISTORY));
        this.manifest = readManifest(folder);
        this.data = new PartFile(folder, DATA, partBytesMax);
        this.history = new PartFile(folder, HISTORY, partBytesMax);
        Map<String, PartState> parts = new TreeMap<>();
        manifest.forEach(entry -> entry.parts().forEach(part -> parts.put(kind(part), part)));
        for (PartState part : parts.values()) {
            (kind(part).equals(DATA) ? data : history).resume(part);
        }
        Path proof = folder.resolve(PROOF);
        proofBytes = Math.min(proofBytesKnown, Files.exists(proof) ? Files.size(proof) : 0);
    }

    private static String kind(PartState part) {
        return part.file().startsWith(DATA + "/") ? DATA : HISTORY;
    }

    /**
     * Opens a run's folder, which is made if it is not there. What an interrupted attempt has half written is cut off.
     *
     * @param proofBytes how much of the list of proofs is known to be good
     * @throws FilesException if another process works in it, or it is damaged or cannot be written
     */
    public static RunFiles open(Path folder, String run, long partBytesMax, long proofBytes) {
        FileChannel lock = null;
        try {
            Files.createDirectories(folder);
            force(folder.toAbsolutePath().getParent());
            lock = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock.tryLock() == null) {
                throw new FilesException("Another process works in the folder " + folder + ".");
            }
            return new RunFiles(folder, run, lock, partBytesMax, proofBytes);
        } catch (OverlappingFileLockException e) {
            closeQuietly(lock);
            throw new FilesException("Another run works in the folder " + folder + ".");
        } catch (IOException e) {
            closeQuietly(lock);
            throw new FilesException("The folder " + folder + " cannot be used: " + e + ".");
        } catch (FilesException e) {
            closeQuietly(lock);
            throw e;
        }
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<ManifestEntry> readManifest(Path folder) throws IOException {
        Path file = folder.resolve(MANIFEST);
        List<ManifestEntry> entries = new ArrayList<>();
        if (!Files.exists(file)) {
            return entries;
        }
        byte[] bytes = Files.readAllBytes(file);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        if (end < bytes.length) {
            truncate(file, end);
        }
        for (String line : new String(bytes, 0, end, UTF_8).lines().toList()) {
            entries.add(ManifestEntry.of(line));
        }
        return entries;
    }

    private static void truncate(Path file, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
            channel.force(true);
        }
    }

    /** Whether a batch is in the manifest, so that purging it may have begun. */
    public boolean hasCopied(long batch) {
        return manifest.stream().anyMatch(entry -> entry.batch() == batch);
    }

    /** Copies a batch, and returns when the disk has copy and manifest. */
    public void copy(long batch, String shard, List<Copied> items) {
        if (items.isEmpty()) {
            return;
        }
        try {
            List<PartState> parts = new ArrayList<>();
            parts.add(data.append(items.stream().map(Copied::itemLine).toList()));
            List<String> records =
                    items.stream().flatMap(item -> item.historyLines().stream()).toList();
            if (!records.isEmpty()) {
                parts.add(history.append(records));
            }
            List<Instant> times = items.stream()
                    .map(Copied::item)
                    .flatMap(item -> item.movedAt().stream())
                    .sorted(Comparator.naturalOrder())
                    .toList();
            ManifestEntry entry = new ManifestEntry(
                    run,
                    batch,
                    shard,
                    items.size(),
                    times.isEmpty() ? "" : times.getFirst().toString(),
                    times.isEmpty() ? "" : times.getLast().toString(),
                    parts);
            append(
                    MANIFEST,
                    Files.exists(folder.resolve(MANIFEST)) ? Files.size(folder.resolve(MANIFEST)) : 0,
                    entry.line() + "\n");
            manifest.add(entry);
        } catch (IOException e) {
            throw unwritable(e, "Nothing was purged that is not copied.");
        }
    }

    private FilesException unwritable(IOException e, String what) {
        return new FilesException("The folder " + folder + " cannot be written: " + e + ". " + what
                + " When there is room, resume the run " + run + ".");
    }

    private long append(String name, long at, String text) throws IOException {
        Path file = folder.resolve(name);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.truncate(at);
            channel.position(at);
            ByteBuffer buffer = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
            force(folder);
            return channel.position();
        }
    }

    /** Makes the names in a folder durable, too. */
    static void force(@Nullable Path folder) throws IOException {
        if (folder == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** How much of the list of proofs is good. */
    public long proofBytes() {
        return proofBytes;
    }

    /**
     * Adds proofs behind those that are known to be good, and returns when the disk has them.
     *
     * @return how long the list is with them
     */
    public long prove(List<String> lines) {
        try {
            proofBytes = append(PROOF, proofBytes, lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
            return proofBytes;
        } catch (IOException e) {
            throw unwritable(e, "What was purged meanwhile gets its proofs then.");
        }
    }

    /**
     * Writes the summary.
     *
     * @param elsewhere what has the purged items still
     */
    public void finish(String table, Instant now, List<Elsewhere> elsewhere) {
        Map<String, PartState> parts = new LinkedHashMap<>();
        manifest.forEach(entry -> entry.parts().forEach(part -> parts.put(part.file(), part)));
        try {
            byte[] proof =
                    Files.exists(folder.resolve(PROOF)) ? Files.readAllBytes(folder.resolve(PROOF)) : new byte[0];
            String text = Json.line(json -> {
                json.writeStringField("run", run);
                json.writeStringField("table", table);
                json.writeStringField("finished", now.toString());
                json.writeStringField("format", "DYNAMODB_JSON, gzip");
                json.writeNumberField(
                        "items",
                        manifest.stream().mapToLong(ManifestEntry::items).sum());
                json.writeStringField("from", edge(true));
                json.writeStringField("to", edge(false));
                json.writeArrayFieldStart("parts");
                for (PartState part : parts.values()) {
                    json.writeStartObject();
                    json.writeStringField("file", part.file());
                    json.writeNumberField("lines", part.lines());
                    json.writeNumberField("bytes", part.bytes());
                    json.writeStringField("sha256", part.sha256());
                    json.writeEndObject();
                }
                json.writeEndArray();
                json.writeNumberField("proofs", new String(proof, UTF_8).lines().count());
                json.writeStringField(
                        "proof_sha256",
                        HexFormat.of().formatHex(Companion.digest().digest(proof)));
                json.writeArrayFieldStart("not_reached");
                for (Elsewhere one : elsewhere) {
                    one.write(json);
                }
                json.writeEndArray();
            });
            Path draft = folder.resolve(SUMMARY + ".new");
            append(draft.getFileName().toString(), 0, text + "\n");
            Files.move(draft, folder.resolve(SUMMARY), StandardCopyOption.ATOMIC_MOVE);
            force(folder);
        } catch (IOException e) {
            throw unwritable(e, "All is done but the summary.");
        }
    }

    private String edge(boolean isFirst) {
        List<String> times = manifest.stream()
                .map(entry -> isFirst ? entry.from() : entry.to())
                .filter(time -> !time.isEmpty())
                .sorted(Comparator.comparing(Instant::parse))
                .toList();
        return times.isEmpty() ? "" : isFirst ? times.getFirst() : times.getLast();
    }

    @Override
    public void close() {
        closeQuietly(lock);
    }
}
