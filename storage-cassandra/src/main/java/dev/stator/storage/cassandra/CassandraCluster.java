package dev.stator.storage.cassandra;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import dev.stator.storage.StorageException;
import java.net.ConnectException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A connection to a cluster in which the keyspace is there, with its tables and in the version that this code knows. */
public final class CassandraCluster implements AutoCloseable {
    private static final Version OLDEST = requireNonNull(Version.parse("5.0.0"));

    private final CqlSession session;
    private final Statements statements;

    private CassandraCluster(CqlSession session, String keyspace) {
        this.session = session;
        statements = new Statements(session, keyspace);
    }

    /**
     * Connects, and creates what is missing. Any number of servers may do so at once.
     *
     * @throws UnusableClusterException with a text for the one who started the server
     */
    public static CassandraCluster connect(CassandraOptions options) {
        CqlSession session = open(options);
        try {
            checkNodes(session, options);
            Schema.prepare(session, options);
            return new CassandraCluster(session, options.keyspace());
        } catch (RuntimeException e) {
            session.close();
            throw e instanceof DriverException trouble ? unusable(trouble, options) : e;
        }
    }

    private static CqlSession open(CassandraOptions options) {
        DriverConfigLoader config = DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, options.requestTimeout())
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, options.requestTimeout())
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, options.requestTimeout())
                .withBoolean(DefaultDriverOption.METADATA_SCHEMA_ENABLED, false)
                .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, 1024)
                // V5 frames lost connections when many conditional writes met on one key.
                .withString(DefaultDriverOption.PROTOCOL_VERSION, "V4")
                .build();
        CqlSessionBuilder builder =
                CqlSession.builder().withConfigLoader(config).withLocalDatacenter(options.localDatacenter());
        options.contactPoints().forEach(builder::addContactPoint);
        CassandraOptions.Credentials credentials = options.credentials();
        if (credentials != null) {
            builder.withAuthCredentials(credentials.user(), credentials.password());
        }
        try {
            return builder.build();
        } catch (DriverException | IllegalArgumentException e) {
            throw unusable(e, options);
        }
    }

    private static void checkNodes(CqlSession session, CassandraOptions options) {
        Set<String> centres = new TreeSet<>();
        for (Node node : session.getMetadata().getNodes().values()) {
            String centre = node.getDatacenter();
            if (centre != null) {
                centres.add(centre);
            }
            Version version = node.getCassandraVersion();
            if (version != null && version.nextStable().compareTo(OLDEST) < 0) {
                throw new UnusableClusterException(
                        "The node " + node.getEndPoint() + " runs Cassandra " + version
                                + ", and Stator needs 5.0 or newer. Upgrade the cluster first.",
                        null);
            }
        }
        if (!centres.isEmpty() && !centres.contains(options.localDatacenter())) {
            throw new UnusableClusterException(
                    "The cluster has no data centre '" + options.localDatacenter() + "'; it has "
                            + centres.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "))
                            + ". Name the one in which Stator runs.",
                    null);
        }
    }

    private static UnusableClusterException unusable(RuntimeException e, CassandraOptions options) {
        boolean isDenied = causes(e).anyMatch(AuthenticationException.class::isInstance);
        if (isDenied) {
            return new UnusableClusterException(
                    "The cluster refused to let Stator in: it asks for a user and a password, or for others than these.",
                    e);
        }
        if (e instanceof UnauthorizedException) {
            return new UnusableClusterException(
                    "The cluster refused what Stator needs: " + e.getMessage()
                            + ". Grant the user all permissions on the" + " keyspace " + options.keyspace()
                            + ", and CREATE on all keyspaces unless it exists.",
                    e);
        }
        if (e instanceof QueryValidationException) {
            return new UnusableClusterException(
                    "The cluster did not accept the keyspace " + options.keyspace() + " or its tables: "
                            + e.getMessage(),
                    e);
        }
        if (e instanceof UnavailableException) {
            return new UnusableClusterException(
                    "Too few nodes of the data centre '" + options.localDatacenter() + "' are up for the copies of the"
                            + " keyspace " + options.keyspace() + " (" + e.getMessage()
                            + "). Start them, or create the keyspace with fewer copies.",
                    e);
        }
        String reason = causes(e)
                .filter(ConnectException.class::isInstance)
                .findFirst()
                .map(Throwable::getMessage)
                .orElseGet(() -> causes(e).map(Throwable::getMessage).reduce("", (first, last) -> last));
        return new UnusableClusterException(
                "No node of a Cassandra cluster answered at "
                        + options.contactPoints().stream()
                                .map(address -> address.getHostString() + ":" + address.getPort())
                                .collect(Collectors.joining(", "))
                        + " (" + reason + "). See that they are up and that the port is that of CQL.",
                e);
    }

    private static Stream<Throwable> causes(Throwable e) {
        Stream<Throwable> deeper = e instanceof AllNodesFailedException all
                ? all.getAllErrors().values().stream().flatMap(errors -> errors.stream())
                : Stream.ofNullable(e.getCause());
        return Stream.concat(Stream.of(e), deeper.flatMap(cause -> cause == e ? Stream.empty() : causes(cause)));
    }

    Statements statements() {
        return statements;
    }

    /** Executes a read or a plain write. */
    ResultSet execute(Statement<?> statement) {
        try {
            return session.execute(statement);
        } catch (DriverException | IllegalStateException e) {
            throw new StorageException.Unavailable("the cluster did not answer: " + e.getMessage(), e);
        }
    }

    /**
     * Executes conditional statements of one partition.
     *
     * @return the first row of the answer, whose column {@code [applied]} tells; null if there was no answer
     */
    @Nullable
    Row tryExecute(BatchStatement batch) {
        return tryExecute((Statement<?>) batch);
    }

    @Nullable
    Row tryExecute(Statement<?> statement) {
        try {
            return session.execute(statement).one();
        } catch (QueryValidationException | IllegalStateException e) {
            // Refused before anything was done, or the session is closed.
            throw new StorageException.Unavailable("the cluster refused a commit: " + e.getMessage(), e);
        } catch (DriverException e) {
            return null;
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
