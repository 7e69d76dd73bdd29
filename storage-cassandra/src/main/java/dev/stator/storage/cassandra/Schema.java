package dev.stator.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;

/** The tables of a keyspace, which docs/adr/0014 explains. Creating them again changes nothing. */
final class Schema {
    /** Moves on when a server of an older version must not touch the tables any more. */
    static final int VERSION = 2;

    /** Versions whose tables this one only adds to. */
    private static final int OLDEST_UPGRADED = 1;

    // Announcements are queues: what has been withdrawn is of no use, and may come back without harm.
    private static final List<String> TABLES = List.of(
            "leases (name text PRIMARY KEY, epoch bigint, holder text)",
            "collections (tree bigint, collection blob, kind tinyint, space bigint, position blob,"
                    + " sequence bigint static, lock bigint static, ledger blob static,"
                    + " version bigint, value blob, claim tinyint,"
                    + " PRIMARY KEY ((tree, collection), kind, space, position))",
            "transactions (transaction bigint PRIMARY KEY, decision tinyint)",
            "announcements (server bigint, commit bigint, announcement blob, PRIMARY KEY (server, commit))"
                    + " WITH gc_grace_seconds = 3600",
            "directory (tree bigint, slot tinyint, hash bigint, collection blob,"
                    + " PRIMARY KEY ((tree, slot), hash, collection))",
            "epochs (tree bigint PRIMARY KEY, epoch bigint)",
            // Beats are written over and over, and read by one partition key.
            "members (cluster text, server bigint, address text, beat bigint, oldest bigint, PRIMARY KEY (cluster, server))"
                    + " WITH gc_grace_seconds = 3600",
            "trees (catalog text, id int, family int, state bigint static, place bigint, generation bigint,"
                    + " PRIMARY KEY (catalog, id, family))",
            "sizes (generation bigint, server bigint, entry_count bigint, byte_count bigint, PRIMARY KEY (generation, server))");

    private Schema() {}

    /** Makes sure that keyspace and tables are there and of this version. */
    static void prepare(CqlSession session, CassandraOptions options) {
        String keyspace = options.keyspace();
        session.execute("CREATE KEYSPACE IF NOT EXISTS " + keyspace + " WITH replication = " + options.replication());
        for (String table : TABLES) {
            session.execute("CREATE TABLE IF NOT EXISTS " + keyspace + "." + table);
        }
        if (!session.checkSchemaAgreement()) {
            throw new UnusableClusterException(
                    "The nodes of the cluster do not agree on the schema of the keyspace " + keyspace
                            + ". See that all are up ('nodetool describecluster'), and start again.",
                    null);
        }
        checkVersion(session, options);
    }

    private static void checkVersion(CqlSession session, CassandraOptions options) {
        Row row = session.execute(SimpleStatement.newInstance(
                                "INSERT INTO " + options.keyspace()
                                        + ".leases (name, epoch, holder) VALUES ('schema', ?, ?) IF NOT EXISTS",
                                (long) VERSION,
                                options.localDatacenter())
                        .setConsistencyLevel(Statements.COMMIT)
                        .setSerialConsistencyLevel(Statements.SERIAL))
                .one();
        if (row == null || row.getBoolean("[applied]")) {
            return;
        }
        long found = row.getLong("epoch");
        if (found >= OLDEST_UPGRADED && found < VERSION) {
            // What was added is there by now. Another server that starts may have said so before.
            session.execute(SimpleStatement.newInstance(
                            "UPDATE " + options.keyspace() + ".leases SET epoch = ? WHERE name = 'schema' IF epoch = ?",
                            (long) VERSION,
                            found)
                    .setConsistencyLevel(Statements.COMMIT)
                    .setSerialConsistencyLevel(Statements.SERIAL));
        } else if (found != VERSION) {
            throw new UnusableClusterException(
                    "The keyspace " + options.keyspace() + " has the schema of version " + found
                            + ", and this Stator knows version " + VERSION
                            + ". Run the version of Stator that wrote it, or name another keyspace.",
                    null);
        }
        if (!options.localDatacenter().equals(row.getString("holder"))) {
            throw new UnusableClusterException(
                    "The keyspace " + options.keyspace() + " is used from the data centre '" + row.getString("holder")
                            + "', and all its servers must use the same: start with that one as the local one.",
                    null);
        }
    }
}
