package dev.stator.storage.cassandra;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a cluster, and where in it the data lies.
 *
 * @param contactPoints   some nodes of the cluster; the others are found
 * @param localDatacenter the data centre that all servers of the keyspace use
 * @param keyspace        created if it does not exist
 * @param replication     in CQL, for a keyspace that is to be created
 * @param credentials     null if the cluster asks for none
 * @param requestTimeout  how long one request to the cluster may take
 * @param address         where other servers of the keyspace reach this one, as a URL; empty if they need not
 */
public record CassandraOptions(
        List<InetSocketAddress> contactPoints,
        String localDatacenter,
        String keyspace,
        String replication,
        @Nullable Credentials credentials,
        Duration requestTimeout,
        String address) {

    /** A user of the cluster. */
    public record Credentials(String user, String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    public CassandraOptions {
        contactPoints = List.copyOf(contactPoints);
        if (!keyspace.matches("[a-z][a-z0-9_]{0,47}")) {
            throw new IllegalArgumentException(
                    "A keyspace is named by lower-case letters, digits and '_', 48 at most; '" + keyspace
                            + "' is not.");
        }
    }

    /** What suits most clusters: three copies in the data centre, five seconds for a request, no credentials. */
    public static CassandraOptions of(List<InetSocketAddress> contactPoints, String localDatacenter, String keyspace) {
        String replication = "{'class': 'NetworkTopologyStrategy', '" + localDatacenter.replace("'", "''") + "': 3}";
        return new CassandraOptions(
                contactPoints, localDatacenter, keyspace, replication, null, Duration.ofSeconds(5), "");
    }

    public CassandraOptions withReplication(String other) {
        return new CassandraOptions(
                contactPoints, localDatacenter, keyspace, other, credentials, requestTimeout, address);
    }

    public CassandraOptions withCredentials(Credentials other) {
        return new CassandraOptions(
                contactPoints, localDatacenter, keyspace, replication, other, requestTimeout, address);
    }

    public CassandraOptions withAddress(String other) {
        return new CassandraOptions(
                contactPoints, localDatacenter, keyspace, replication, credentials, requestTimeout, other);
    }
}
