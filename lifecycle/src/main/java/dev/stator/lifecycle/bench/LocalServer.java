package dev.stator.lifecycle.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Stator in memory, as a process of its own, on a port of its own. */
final class LocalServer implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");

    private final Process process;
    private final URI endpoint;

    private LocalServer(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /** @param classPath where the server's jars are */
    static LocalServer start(String classPath) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath,
                        "dev.stator.server.cli.Main",
                        "serve",
                        "--memory",
                        "--port",
                        "0"))
                .redirectErrorStream(true)
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.append(line).append('\n');
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) {
                Thread.ofVirtual().start(() -> output.lines().forEach(ignored -> {}));
                return new LocalServer(process, URI.create(address.group()));
            }
        }
        process.destroy();
        throw new IllegalStateException("The server did not start: " + said);
    }

    URI endpoint() {
        return endpoint;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
