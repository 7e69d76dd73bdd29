package dev.stator.storage.cassandra;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One Cassandra node for tests: a process of its own, on Java 17, from the jars that the module {@code
 * storage-cassandra/node} names. It listens on 127.0.0.1 and free ports, and ends with the JVM of the tests, however that ends.
 */
final class CassandraNode implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofMinutes(2);
    private static final String CLUSTER = "stator-tests";

    // When the pipe of its input closes, because the tests' JVM has ended in whatever way, the shell kills the node.
    private static final String WATCH = "\"$@\" </dev/null & node=$!; cat >/dev/null; kill -9 $node";

    private static @Nullable CassandraNode shared;
    private static boolean hasFailed;

    private final Process process;
    private final int port;

    /** The node that all tests of this JVM use; it is started for the first. */
    static synchronized CassandraNode shared() {
        if (shared == null) {
            if (hasFailed) {
                throw new IllegalStateException(
                        "the Cassandra node did not start, as the first test that needed it says");
            }
            hasFailed = true;
            CassandraNode node = new CassandraNode();
            hasFailed = false;
            Runtime.getRuntime().addShutdownHook(new Thread(node::close));
            shared = node;
        }
        return shared;
    }

    private CassandraNode() {
        try {
            port = freePort();
            Path folder = Path.of(required("stator.cassandra.folder")).resolve("node-" + port);
            Path log = folder.resolve("log");
            Files.createDirectories(folder);
            Path config = Files.writeString(folder.resolve("cassandra.yaml"), config(port, freePort()));
            Path logging = Files.writeString(folder.resolve("logback.xml"), LOGBACK);
            process = new ProcessBuilder(command(folder, config, logging))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            awaitStart(log);
        } catch (IOException e) {
            throw new UncheckedIOException("the Cassandra node cannot be started", e);
        }
    }

    private static String required(String property) {
        return requireNonNull(System.getProperty(property), property + " is set by the build");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static final String LOGBACK = """
            <configuration>
              <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%-5level %date %msg%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="OUT"/></root>
            </configuration>
            """;

    private static String config(int port, int storagePort) {
        return """
                cluster_name: %s
                partitioner: org.apache.cassandra.dht.Murmur3Partitioner
                num_tokens: 4
                commitlog_sync: periodic
                commitlog_sync_period: 10s
                endpoint_snitch: SimpleSnitch
                listen_address: 127.0.0.1
                storage_port: %d
                rpc_address: 127.0.0.1
                native_transport_port: %d
                auto_snapshot: false
                seed_provider:
                  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                    parameters: [{seeds: "127.0.0.1:%d"}]
                """.formatted(CLUSTER, storagePort, port, storagePort);
    }

    private static List<String> command(Path folder, Path config, Path logging) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", WATCH, "cassandra-node"));
        command.add(java17().resolve("bin/java").toString());
        command.addAll(List.of(
                "-Xms384m",
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dcassandra.config=" + config.toUri(),
                "-Dcassandra.storagedir=" + folder,
                "-Dlogback.configurationFile=" + logging.toUri(),
                // Else it closes its output, which says when it is up.
                "-Dcassandra-foreground=yes",
                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                "-Dcassandra.ring_delay_ms=0",
                "-Dcassandra.superuser_setup_delay_ms=0",
                "--add-opens",
                "java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-opens",
                "java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens",
                "java.base/java.io=ALL-UNNAMED",
                "--add-exports",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                Files.readString(Path.of(required("stator.cassandra.classpath")))
                        .strip(),
                "org.apache.cassandra.service.CassandraDaemon"));
        return command;
    }

    /** A Java on which Cassandra 5 runs: 17, and neither older nor newer. */
    private static Path java17() throws IOException {
        List<Path> homes = new ArrayList<>();
        for (String variable : List.of("JAVA17_HOME", "JAVA_HOME")) {
            String home = System.getenv(variable);
            if (home != null) {
                homes.add(Path.of(home));
            }
        }
        String user = System.getProperty("user.home", "");
        for (String folder : List.of(
                "/usr/lib/jvm",
                "/usr/local/lib/jvm",
                "/usr/java",
                "/opt",
                "/opt/java",
                user + "/.sdkman/candidates/java",
                user + "/.jdks",
                user + "/.asdf/installs/java",
                user + "/.local/share/mise/installs/java")) {
            if (Files.isDirectory(Path.of(folder))) {
                try (Stream<Path> inside = Files.list(Path.of(folder))) {
                    inside.sorted().forEach(homes::add);
                }
            }
        }
        for (Path home : homes) {
            Path release = home.resolve("release");
            if (Files.isExecutable(home.resolve("bin/java"))
                    && Files.isReadable(release)
                    && Files.readString(release).contains("JAVA_VERSION=\"17")) {
                return home;
            }
        }
        throw new IllegalStateException(
                "Cassandra 5 runs on Java 17, and there is none in JAVA17_HOME, JAVA_HOME or the usual folders. Install one,"
                        + " for example Temurin 17, or set JAVA17_HOME to its folder.");
    }

    private void awaitStart(Path log) throws IOException {
        long limit = System.nanoTime() + START_MAX.toNanos();
        while (!Files.readString(log).contains("Startup complete")) {
            boolean isNodeGone = process.children().findAny().isEmpty() && !process.isAlive();
            if (isNodeGone
                    || Files.readString(log).contains("Exception encountered during startup")
                    || System.nanoTime() > limit) {
                close();
                throw new IllegalStateException(
                        "the Cassandra node did not start; it wrote:\n" + Files.readString(log));
            }
            try {
                TimeUnit.MILLISECONDS.sleep(100);
            } catch (InterruptedException e) {
                close();
                throw new IllegalStateException("interrupted while the Cassandra node started", e);
            }
        }
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** How to use it with one copy of everything. */
    CassandraOptions options(String keyspace) {
        return CassandraOptions.of(List.of(address()), "datacenter1", keyspace)
                .withReplication("{'class': 'SimpleStrategy', 'replication_factor': 1}");
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
        }
    }
}
