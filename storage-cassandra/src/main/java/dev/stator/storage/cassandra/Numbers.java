package dev.stator.storage.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.stator.storage.StorageException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Numbers that no server gives twice: of commits, versions, transactions and generations. A server takes one of its own from
 * the cluster when it starts, and counts behind it.
 */
final class Numbers implements LongSupplier {
    // Eight million starts, and a trillion numbers each.
    private static final int COUNTER_BITS = 40;
    private static final int ATTEMPTS = 100;

    private final long server;
    private final AtomicLong last;

    private Numbers(long server) {
        this.server = server;
        last = new AtomicLong(server << COUNTER_BITS);
    }

    /** Takes a number for a server that starts. */
    static Numbers take(CassandraCluster cluster) {
        Statements statements = cluster.statements();
        for (int i = 0; i < ATTEMPTS; i++) {
            Row row = cluster.execute(
                            statements.read("SELECT epoch FROM $.leases WHERE name = 'servers'", Statements.SERIAL))
                    .one();
            long taken = row == null ? 0 : row.getLong("epoch");
            // Without an answer a number is left out, which harms nobody.
            Row answer = cluster.tryExecute(
                    row == null
                            ? statements.conditional(
                                    "INSERT INTO $.leases (name, epoch) VALUES ('servers', ?) IF NOT EXISTS", taken + 1)
                            : statements.conditional(
                                    "UPDATE $.leases SET epoch = ? WHERE name = 'servers' IF epoch = ?",
                                    taken + 1,
                                    taken));
            if (answer != null && answer.getBoolean("[applied]")) {
                return new Numbers(taken + 1);
            }
        }
        throw new StorageException.Unavailable("the cluster gave this server no number", null);
    }

    /** The server that gave this number. */
    static long server(long number) {
        return number >>> COUNTER_BITS;
    }

    long server() {
        return server;
    }

    /** No number below has still to be given. */
    long next() {
        return last.get() + 1;
    }

    @Override
    public long getAsLong() {
        return last.incrementAndGet();
    }
}
