package dev.stator.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Starts the servers that are compared. */
final class Targets {
    private static final long START_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** As in ./stator, which is how users run the server. */
    private static final List<String> JAVA_OPTIONS = List.of(
            "-Xms64m",
            "-XX:+UseG1GC",
            "-XX:MaxGCPauseMillis=20",
            "-XX:G1PeriodicGCInterval=60000",
            "-XX:GCTimeRatio=3",
            "--enable-native-access=ALL-UNNAMED");

    private final Path folder;
    private final List<String> javaOptions;

    /**
     * @param folder      for data and answers; exists
     * @param javaOptions for the servers, after those of {@code ./stator}
     */
    Targets(Path folder, List<String> javaOptions) {
        this.folder = folder;
        this.javaOptions = javaOptions;
    }

    Target statorInMemory() throws IOException {
        return stator("Stator, memory", List.of("--memory"));
    }

    Target statorOnRocksDb() throws IOException {
        Path data = Files.createTempDirectory(folder, "rocksdb");
        return stator("Stator, RocksDB", List.of("--data", data.toString()));
    }

    /** @param answers a folder with one file an answer */
    Target nullServer(Path answers) throws IOException {
        Process process = java(NullServer.class.getName(), List.of(answers.toString()));
        String port = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (port == null) {
            throw new IOException("the null server did not start");
        }
        return new Target("null server", process, Integer.parseInt(port));
    }

    /** dynalite 4, fetched with npm at the first use; null where npm is missing or has no network. */
    @Nullable
    Target dynalite() throws IOException, InterruptedException {
        Path home = folder.resolveSibling("dynalite");
        Path program = home.resolve("node_modules/dynalite/cli.js");
        if (!Files.exists(program)) {
            Files.createDirectories(home);
            if (!install(home)) {
                return null;
            }
        }
        int port = freePort();
        Process process = new ProcessBuilder(
                        "node", program.toString(), "--port", Integer.toString(port), "--createTableMs", "0")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("dynalite.log").toFile())
                .start();
        awaitPort(process, port);
        return new Target("dynalite 4", process, port);
    }

    private static boolean install(Path home) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(
                                    "npm",
                                    "install",
                                    "--no-audit",
                                    "--no-fund",
                                    "--prefix",
                                    home.toString(),
                                    "dynalite@4")
                            .redirectErrorStream(true)
                            .redirectOutput(home.resolve("npm.log").toFile())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            // There is no npm.
            return false;
        }
    }

    private Target stator(String name, List<String> options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("serve", "--port", "0"));
        arguments.addAll(options);
        Process process = java("dev.stator.server.cli.Main", arguments);
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String ready = out.readLine();
        if (ready == null || !ready.startsWith("Stator is ready on ")) {
            throw new IOException("Stator did not start: " + ready);
        }
        int port = Integer.parseInt(ready.replaceAll(".*?:(\\d+) \\(.*", "$1"));
        return new Target(name, process, port);
    }

    private Process java(String main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JAVA_OPTIONS);
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitPort(Process process, int port) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (process.isAlive() && System.nanoTime() - start < START_PATIENCE_NANOS) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                return;
            } catch (IOException e) {
                Thread.sleep(50);
            }
        }
        throw new IOException("nobody listens on port " + port);
    }
}
