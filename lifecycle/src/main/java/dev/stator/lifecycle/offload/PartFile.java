package dev.stator.lifecycle.offload;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stator.lifecycle.table.Companion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Lines in compressed files of bounded size, {@code data/part-00001.json.gz} and so on. Each addition is a gzip member of its
 * own, which readers of gzip take for one file, so that what is half written can be cut off.
 */
final class PartFile {
    private final Path root;
    private final String kind;
    private final long bytesMax;
    private int number = 1;
    private long lines;
    private long bytes;
    private MessageDigest digest = Companion.digest();

    PartFile(Path root, String kind, long bytesMax) {
        this.root = root;
        this.kind = kind;
        this.bytesMax = bytesMax;
    }

    /** Goes on behind what a manifest tells of, and cuts off what is behind that. */
    void resume(PartState state) throws IOException {
        number = Integer.parseInt(state.file().replaceAll("^.*part-(\\d+).*$", "$1"));
        lines = state.lines();
        bytes = state.bytes();
        digest = Companion.digest();
        try (FileChannel file = FileChannel.open(path(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.truncate(bytes);
            file.force(true);
        }
        digest.update(Files.readAllBytes(path()));
        if (!sha256().equals(state.sha256())) {
            throw new RunFiles.FilesException("The file " + path() + " is not as the manifest has it.");
        }
    }

    /** Adds lines, and returns when the disk has them. */
    PartState append(List<String> added) throws IOException {
        if (bytes >= bytesMax) {
            number++;
            lines = 0;
            bytes = 0;
            digest = Companion.digest();
        }
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(compressed)) {
            for (String line : added) {
                zip.write(line.getBytes(UTF_8));
                zip.write('\n');
            }
        }
        byte[] member = compressed.toByteArray();
        try (FileChannel file = FileChannel.open(path(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            // A file that an interrupted attempt has begun and no manifest knows is begun again.
            file.truncate(bytes);
            file.position(bytes);
            ByteBuffer buffer = ByteBuffer.wrap(member);
            while (buffer.hasRemaining()) {
                file.write(buffer);
            }
            file.force(true);
        }
        RunFiles.force(root.resolve(kind));
        digest.update(member);
        bytes += member.length;
        lines += added.size();
        return new PartState(name(), lines, bytes, sha256());
    }

    private Path path() {
        return root.resolve(name());
    }

    private String name() {
        return String.format("%s/part-%05d.json.gz", kind, number);
    }

    private String sha256() {
        try {
            return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("Java's SHA-256 can be copied", e);
        }
    }
}
