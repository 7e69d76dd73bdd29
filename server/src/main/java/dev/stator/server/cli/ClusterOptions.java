package dev.stator.server.cli;

import dev.stator.server.cluster.Passage;
import dev.stator.storage.StorageException;
import dev.stator.storage.cassandra.CassandraEngine;
import dev.stator.storage.cassandra.CassandraOptions;
import dev.stator.storage.cassandra.UnusableClusterException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --engine cassandra}, and which cluster it uses. */
final class ClusterOptions {
    private static final int CQL_PORT = 9042;
    private static final int SECRET_LENGTH_MIN = 16;
    private static final Pattern CONTACT_POINT = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]]+)(?::([0-9]{1,5}))?");
    private static final Pattern COPIES = Pattern.compile("([\\w.-]+):([1-9][0-9]?)");

    @Option(
            names = "--engine",
            required = true,
            paramLabel = "cassandra",
            description = "Keep everything in a Cassandra cluster, 5.0 or newer; any number of servers may use one"
                    + " keyspace. Experimental.")
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

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "File whose first line is a secret that all servers of the keyspace share. With it they pass"
                    + " writes on to each other, so that those of an item collection meet at one of them.")
    private @Nullable Path secretFile;

    @Option(
            names = "--advertise",
            paramLabel = "URL",
            description = "Where the other servers reach this one, such as http://10.0.0.7:8000. Default: --host and"
                    + " --port.")
    private @Nullable String advertised;

    /** What proves to other servers that this one passes a request on; null without {@code --secret-file}. */
    @Nullable
    Passage passage() throws StartupException {
        if (secretFile == null) {
            return null;
        }
        String secret = firstLine(secretFile, "the secret", "--secret-file");
        if (secret.length() < SECRET_LENGTH_MIN) {
            throw wrong("The secret in " + secretFile + " has less than " + SECRET_LENGTH_MIN
                    + " characters. Make one, for example with 'openssl rand -hex 32', and give it to all servers.");
        }
        return new Passage(secret, InstantSource.system());
    }

    /**
     * Opens the engine; what a person can have got wrong is told in one text.
     *
     * @param bound where this server listens
     */
    CassandraEngine open(InetSocketAddress bound, String url) throws StartupException {
        CassandraOptions options = options();
        if (secretFile != null) {
            options = options.withAddress(address(bound, url));
        }
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

    private String address(InetSocketAddress bound, String url) throws StartupException {
        if (advertised == null && bound.getAddress().isAnyLocalAddress()) {
            throw wrong("With --host " + bound.getAddress().getHostAddress()
                    + " the others cannot know where to reach this server: say it with --advertise.");
        }
        if (advertised != null && !advertised.matches("https?://[^/?#]+")) {
            throw wrong("--advertise " + advertised
                    + " is no address: write it without a path, such as http://10.0.0.7:8000.");
        }
        return advertised == null ? url : advertised;
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
        if (advertised != null && secretFile == null) {
            throw wrong("--advertise is for servers that pass writes on to each other: add --secret-file, or drop it.");
        }
        if ((user == null) != (passwordFile == null)) {
            throw wrong("--user and --password-file belong together: give both, or neither.");
        }
        if (user != null && passwordFile != null) {
            options = options.withCredentials(
                    new CassandraOptions.Credentials(user, firstLine(passwordFile, "the password", "--password-file")));
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

    private static String firstLine(Path file, String what, String option) throws StartupException {
        try (var lines = Files.lines(file)) {
            return lines.findFirst().orElse("");
        } catch (IOException e) {
            throw wrong(
                    "Cannot read " + what + " in " + file + ": " + e + ". Name a readable file with " + option + ".");
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
