package dev.stator.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The real program in a process of its own, on any free port. */
public final class ServerProcess implements AutoCloseable {
    private static final int EXIT_SECONDS_MAX = 60;

    private final Process process;
    private final BufferedReader output;
    private final Path errors;
    private final String readyLine;

    /**
     * Starts {@code stator serve} and returns once it says that it answers.
     *
     * @param folder    the working directory
     * @param arguments further arguments
     */
    public static ServerProcess start(Path folder, String... arguments) throws IOException {
        return new ServerProcess(folder, arguments);
    }

    private ServerProcess(Path folder, String... arguments) throws IOException {
        errors = Files.createTempFile("stator-errors", ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Short-lived, so quick to start rather than fast in the end.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.stator.server.cli.Main",
                "serve",
                "--port",
                "0"));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(errors.toFile())
                .start();
        output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null) {
            throw new IOException("the server did not start: " + errorText());
        }
        readyLine = line;
    }

    /** The first line that it printed. */
    public String readyLine() {
        return readyLine;
    }

    public InetSocketAddress address() {
        String url = readyLine.substring(readyLine.indexOf("http://"), readyLine.indexOf(" ("));
        URI uri = URI.create(url);
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), uri.getPort());
    }

    /** A new connection to it. */
    RawClient connect() throws IOException {
        return new RawClient(address());
    }

    /** Asks it to end, by SIGTERM; what it prints until then can still be read. */
    public void terminate() {
        process.toHandle().destroy();
    }

    /** Ends it at once, by SIGKILL, and waits until it is gone. */
    public void kill() throws IOException {
        process.destroyForcibly();
        exitCode();
    }

    /** Waits for its end. */
    public int exitCode() throws IOException {
        try {
            if (!process.waitFor(EXIT_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IOException("the server does not end: " + errorText());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return process.exitValue();
    }

    /** What it printed after the first line; waits for its end. */
    public List<String> furtherOutput() {
        return output.lines().toList();
    }

    /** What it logged so far. */
    public String errorText() throws IOException {
        return Files.readString(errors);
    }

    @Override
    public void close() throws IOException {
        kill();
        output.close();
        Files.delete(errors);
    }
}
