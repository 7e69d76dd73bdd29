package dev.stator.conformance;

import dev.stator.core.Database;
import dev.stator.server.HttpLimits;
import dev.stator.server.HttpServer;
import dev.stator.storage.Engine;
import dev.stator.storage.memory.MemoryEngine;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/**
 * Chooses what the tests run against: the endpoint that the system property {@code stator.endpoint}, or the variable
 * {@code STATOR_ENDPOINT}, names; without one, two servers in this JVM, one for each engine.
 */
final class Targets {
    /** The property's value that means AWS itself. */
    private static final String AWS = "aws";

    private static final Duration REMOTE_LAG = Duration.ofSeconds(60);
    private static final AwsCredentialsProvider ANYBODY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("anybody", "anything"));

    private static final List<Target> ALL = start();

    private Targets() {}

    /** Every target, as the argument of a parameterized class. */
    static List<Target> all() {
        return ALL;
    }

    /** Whether the tests run against servers of this build. */
    static boolean areLocal() {
        return endpoint() == null;
    }

    private static @Nullable String endpoint() {
        String property = System.getProperty("stator.endpoint");
        return property != null ? property : System.getenv("STATOR_ENDPOINT");
    }

    private static List<Target> start() {
        String endpoint = endpoint();
        if (endpoint != null) {
            return List.of(remote(endpoint));
        }
        return List.of(local("memory", new MemoryEngine()), local("rocksdb", rocksDb()));
    }

    private static Target remote(String endpoint) {
        String region = System.getenv("AWS_REGION");
        AwsCredentialsProvider credentials = AWS.equals(endpoint) || System.getenv("AWS_ACCESS_KEY_ID") != null
                ? DefaultCredentialsProvider.builder().build()
                : ANYBODY;
        return new Target(
                endpoint,
                AWS.equals(endpoint) ? null : URI.create(endpoint),
                region == null ? Region.EU_WEST_2 : Region.of(region),
                credentials,
                REMOTE_LAG);
    }

    private static Target local(String name, Engine engine) {
        try {
            Database database = Database.open(engine, InstantSource.system());
            HttpServer server = HttpServer.bind(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    HttpLimits.forHeap(Runtime.getRuntime().maxMemory()),
                    InstantSource.system());
            server.start(database);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                server.close();
                database.close();
            }));
            URI endpoint = URI.create("http://127.0.0.1:" + server.address().getPort());
            return new Target(name, endpoint, Region.EU_WEST_2, ANYBODY, Duration.ZERO);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The engine in a folder that a later run clears away, since the files are in use until this JVM ends. */
    private static Engine rocksDb() {
        Path folder = Path.of("target", "conformance-data").toAbsolutePath();
        try {
            if (Files.exists(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return RocksDbEngine.open(folder, RocksDbOptions.DEFAULTS);
    }
}
