package dev.stator.storage.rocksdb;

import dev.stator.storage.StorageException;
import dev.stator.storage.tck.CommitDraft;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process of its own that commits as fast as it can, and says so after each acknowledgement. Its commits are those of {@link
 * PairedCommits}. Closing it kills it without warning.
 */
final class ChildWriter implements AutoCloseable {
    static final int WRITERS = 4;

    private final Process process;
    private final int[] acknowledged = new int[WRITERS];
    private final List<String> remarks = new ArrayList<>();
    private final Thread listener;

    private ChildWriter(Process process) {
        this.process = process;
        Arrays.fill(acknowledged, -1);
        listener = Thread.ofPlatform().daemon().start(this::listen);
    }

    static ChildWriter start(Path folder, Durability durability, int valueBytes) throws IOException {
        return start("exec \"$@\"", folder, durability, valueBytes);
    }

    /**
     * Starts it in a process whose files cannot grow beyond 24 MB (48 where the shell counts otherwise), as if the disk were
     * full then. RocksDB's library, which it unpacks, is smaller.
     */
    static ChildWriter startOnSmallDisk(Path folder, Durability durability, int valueBytes) throws IOException {
        return start("ulimit -f 49152; exec \"$@\"", folder, durability, valueBytes);
    }

    private static ChildWriter start(String script, Path folder, Durability durability, int valueBytes)
            throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        return new ChildWriter(new ProcessBuilder(
                        "sh",
                        "-c",
                        script,
                        "sh",
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChildWriter.class.getName(),
                        folder.toString(),
                        durability.name(),
                        String.valueOf(valueBytes))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Reads "writer number" lines, and any others as remarks, until the process ends. */
    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                note(line);
            }
        } catch (IOException e) {
            note("could not be read: " + e);
        }
        synchronized (this) {
            notifyAll();
        }
    }

    private synchronized void note(String line) {
        String[] words = line.split(" ", 2);
        if (words.length == 2 && words[0].matches("\\d+")) {
            acknowledged[Integer.parseInt(words[0])] = Integer.parseInt(words[1]);
        } else {
            remarks.add(line);
        }
        notifyAll();
    }

    /** The highest number that each writer had acknowledged; -1 for none. */
    synchronized int[] acknowledged() {
        return acknowledged.clone();
    }

    synchronized List<String> remarks() {
        return List.copyOf(remarks);
    }

    int acknowledgedCount() {
        return Arrays.stream(acknowledged()).map(highest -> highest + 1).sum();
    }

    /** Waits until so many commits were acknowledged, over all writers and all runs in this folder. */
    synchronized void awaitAcknowledged(int count) throws InterruptedException {
        while (acknowledgedCount() < count) {
            if (!process.isAlive() && !listener.isAlive()) {
                throw new AssertionError("the child ended early: " + remarks);
            }
            wait(1_000);
        }
    }

    /** Kills the process and hears out what it had said. */
    void kill() throws InterruptedException {
        // Not by Process.destroyForcibly, which closes the pipe with what is still in it.
        process.toHandle().destroyForcibly();
        process.waitFor();
        listener.join();
    }

    /** Waits for the process to end by itself. */
    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the child does not end: " + remarks());
        }
        listener.join();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /** Arguments: folder, durability, bytes of a value. */
    public static void main(String[] arguments) throws InterruptedException {
        Durability durability = Durability.valueOf(arguments[1]);
        // Without a log only full buffers reach the disk; with one, a log file ends when a buffer is full, and is to
        // grow.
        long writeBufferBytes = durability == Durability.NONE ? 4 << 20 : 64 << 20;
        RocksDbOptions options = new RocksDbOptions(durability, 8 << 20, writeBufferBytes, 100, 100);
        RocksDbEngine engine = RocksDbEngine.open(Path.of(arguments[0]), options);
        PairedCommits.createTrees(engine);
        byte[] padding = new byte[Integer.parseInt(arguments[2])];
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            int number = writer;
            writers.add(Thread.ofVirtual().start(() -> writeUntilRefused(engine, number, padding)));
        }
        for (Thread writer : writers) {
            writer.join();
        }
        tryOnceMore(engine);
        // Ends without closing the engine, like a process that dies.
        Runtime.getRuntime().halt(0);
    }

    private static void writeUntilRefused(RocksDbEngine engine, int writer, byte[] padding) {
        try {
            for (int i = PairedCommits.count(engine, writer); ; i++) {
                PairedCommits.commit(engine, writer, i, padding);
                say(writer + " " + i);
            }
        } catch (StorageException.Unavailable e) {
            say("unavailable: " + e.getMessage());
        }
    }

    private static void tryOnceMore(RocksDbEngine engine) {
        try {
            engine.commit(new CommitDraft()
                    .put(PairedCommits.TABLE, PairedCommits.key(0, 999_999), new byte[0])
                    .done());
            say("committed after all");
        } catch (StorageException.Unavailable e) {
            say("still unavailable: " + e.getMessage());
        }
        say("reads " + (PairedCommits.count(engine, 0) > 0 ? "go on" : "find nothing"));
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
