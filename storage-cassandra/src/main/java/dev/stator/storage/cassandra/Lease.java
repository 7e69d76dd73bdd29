package dev.stator.storage.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;

/**
 * Something that one server at a time does. Its epoch moves on with every taking and renewal; who sees it stand still for six
 * seconds of his own time may take it. It says who should work, and protects nothing: what is done under it is safe when two
 * do it.
 */
final class Lease {
    private static final long SILENCE_NANOS = Duration.ofSeconds(6).toNanos();

    private final CassandraCluster cluster;
    private final Statements statements;
    private final String name;
    private final String holder;
    private long seenEpoch = -1;
    private long seenSince;

    Lease(CassandraCluster cluster, String name, long server) {
        this.cluster = cluster;
        statements = cluster.statements();
        this.name = name;
        this.holder = Long.toString(server);
    }

    /** Renews the lease, or takes it if nobody has it; whether it is held for some seconds from now on. */
    boolean renew() {
        Row row = cluster.execute(
                        statements.read("SELECT epoch, holder FROM $.leases WHERE name = ?", Statements.SERIAL, name))
                .one();
        long epoch = row == null ? 0 : row.getLong("epoch");
        String held = row == null ? "" : row.getString("holder");
        if (epoch != seenEpoch) {
            seenEpoch = epoch;
            seenSince = System.nanoTime();
        }
        boolean isFree = held == null || held.isEmpty() || System.nanoTime() - seenSince > SILENCE_NANOS;
        if (!holder.equals(held) && !isFree) {
            return false;
        }
        return row == null ? isApplied(insert()) : isApplied(update(epoch, holder));
    }

    /** Gives it up, if it is held, so that nobody has to wait for its end. */
    void release() {
        Row row = cluster.execute(
                        statements.read("SELECT epoch, holder FROM $.leases WHERE name = ?", Statements.SERIAL, name))
                .one();
        if (row != null && holder.equals(row.getString("holder"))) {
            cluster.tryExecute(update(row.getLong("epoch"), ""));
        }
    }

    private BoundStatement insert() {
        return statements.conditional(
                "INSERT INTO $.leases (name, epoch, holder) VALUES (?, 1, ?) IF NOT EXISTS", name, holder);
    }

    private BoundStatement update(long epoch, String newHolder) {
        return statements.conditional(
                "UPDATE $.leases SET epoch = ?, holder = ? WHERE name = ? IF epoch = ?",
                epoch + 1,
                newHolder,
                name,
                epoch);
    }

    private boolean isApplied(BoundStatement statement) {
        Row answer = cluster.tryExecute(statement);
        return answer != null && answer.getBoolean("[applied]");
    }
}
