package dev.stator.server.cli;

import dev.stator.storage.StorageException;
import dev.stator.storage.cassandra.CassandraEngine;
import dev.stator.storage.cassandra.CassandraOptions;
import dev.stator.storage.cassandra.UnusableClusterException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --engine cassandra}, and which cluster it uses. */
final class ClusterOptions {
    private static final int CQL_PORT = 9042;
    private static final Pattern CONTACT_POINT = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]]+)(?::([0-9]{1,5}))?");
    private static final Pattern COPIES = Pattern.compile("([\\w.-]+):([1-9][0-9]?)");

    @Option(
            names = "--engine",
            required = true,
            paramLabel = "cassandra",
            description = "Keep everything in a Cassandra cluster, 5.0 or newer. Experimental: run one server on a"
                    + " keyspace.")
    private String engine = "";

    @Option(
            names = "--contact-points",
            required = true,
            split = ",",
            paramLabel = "HOST[:PORT]",
            description = "Some nodes of the cluster. Default port: " + CQL_PORT + ".")
    private List<String> contactPoints = List.of();

    @Option(
            names = "--local-dc",
            required = true,
            paramLabel = "DC",
            description = "The cluster's data centre that Stator uses, as 'nodetool status' names it.")
    private String localDatacenter = "";

    @Option(
            names = "--keyspace",
            paramLabel = "NAME",
            defaultValue = "stator",
            description = "Keyspace to keep everything in; created if missing. Default: ${DEFAULT-VALUE}.")
    private String keyspace = "";

    @Option(
            names = "--replication",
            split = ",",
            paramLabel = "DC:COPIES",
            description =
                    "How many copies which data centre has, for a keyspace that is created. Default: 3 in the local"
                            + " one.")
    private List<String> replication = List.of();

    @Option(names = "--user", paramLabel = "NAME", description = "User of the cluster, if it asks for one.")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "File whose first line is the password of --user.")
    private @Nullable Path passwordFile;

    /** Opens the engine; what a person can have got wrong is told in one text. */
    CassandraEngine open() throws StartupException {
        CassandraOptions options = options();
        try {
            return CassandraEngine.open(options);
        } catch (UnusableClusterException e) {
            throw new StartupException(ExitCode.DATA, String.valueOf(e.getMessage()));
        } catch (StorageException e) {
            throw new StartupException(
                    ExitCode.DATA,
                    "Cannot open the keyspace " + keyspace + ": " + e.getMessage()
                            + ". See that enough nodes of the data centre '" + localDatacenter + "' are up.");
        }
    }

    private CassandraOptions options() throws StartupException {
        if (!engine.equals("cassandra")) {
            throw wrong(
                    "--engine " + engine + " is unknown: it is cassandra, or leave it out for --data and --memory.");
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String contactPoint : contactPoints) {
            addresses.add(address(contactPoint));
        }
        CassandraOptions options;
        try {
            options = CassandraOptions.of(addresses, localDatacenter, keyspace);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage() + " Choose another with --keyspace.");
        }
        if (!replication.isEmpty()) {
            options = options.withReplication(replicationText());
        }
        if ((user == null) != (passwordFile == null)) {
            throw wrong("--user and --password-file belong together: give both, or neither.");
        }
        if (user != null && passwordFile != null) {
            options = options.withCredentials(new CassandraOptions.Credentials(user, password(passwordFile)));
        }
        return options;
    }

    private static InetSocketAddress address(String contactPoint) throws StartupException {
        Matcher parts = CONTACT_POINT.matcher(contactPoint);
        int port = -1;
        if (parts.matches()) {
            port = parts.group(2) == null ? CQL_PORT : Integer.parseInt(parts.group(2));
        }
        if (port < 1 || port > 65_535) {
            throw wrong("--contact-points " + contactPoint
                    + " is no address: write host, host:port or [IPv6 address]:port, with commas between several.");
        }
        InetSocketAddress address = new InetSocketAddress(parts.group(1), port);
        if (address.isUnresolved()) {
            throw new StartupException(
                    ExitCode.DATA,
                    "The host " + address.getHostString()
                            + " is not known here. Name nodes of the cluster with --contact-points.");
        }
        return address;
    }

    private String replicationText() throws StartupException {
        StringBuilder text = new StringBuilder("{'class': 'NetworkTopologyStrategy'");
        for (String copies : replication) {
            Matcher parts = COPIES.matcher(copies);
            if (!parts.matches()) {
                throw wrong("--replication " + copies
                        + " is no number of copies: write the data centre and the number, such as dc1:3, with commas"
                        + " between several.");
            }
            text.append(", '").append(parts.group(1)).append("': ").append(parts.group(2));
        }
        return text.append('}').toString();
    }

    private static String password(Path file) throws StartupException {
        try (var lines = Files.lines(file)) {
            return lines.findFirst().orElse("");
        } catch (IOException e) {
            throw wrong(
                    "Cannot read the password in " + file + ": " + e + ". Name a readable file with --password-file.");
        }
    }

    private static StartupException wrong(String message) {
        return new StartupException(ExitCode.USAGE, message);
    }

    /** What the ready line says. */
    @Override
    public String toString() {
        return "keyspace " + keyspace + " of the Cassandra cluster at " + String.join(", ", contactPoints);
    }
}
