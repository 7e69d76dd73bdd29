package dev.stator.storage.cassandra;

import dev.stator.storage.Size;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What all servers have added to each tree. A server keeps what it has added itself and now and then writes the whole of
 * it, so that writing twice counts once.
 */
final class TreeSizes {
    private final CassandraCluster cluster;
    private final Statements statements;
    private final long server;
    private final Map<Long, Size> own = new ConcurrentHashMap<>();
    private final Map<Long, Size> written = new ConcurrentHashMap<>();

    TreeSizes(CassandraCluster cluster, long server) {
        this.cluster = cluster;
        statements = cluster.statements();
        this.server = server;
    }

    void grow(Map<Long, Size> growth) {
        growth.forEach((generation, more) ->
                own.merge(generation, more, (sum, added) -> sum.plus(added.entries(), added.bytes())));
    }

    /** The size of a tree, as far as others have written what they added. */
    Size size(long generation) {
        Size sum = own.getOrDefault(generation, Size.ZERO);
        for (var row : cluster.execute(statements.read(
                "SELECT server, entry_count, byte_count FROM $.sizes WHERE generation = ?",
                Statements.PLAIN,
                generation))) {
            if (row.getLong("server") != server) {
                sum = sum.plus(row.getLong("entry_count"), row.getLong("byte_count"));
            }
        }
        return sum;
    }

    /** Writes what this server has added, as far as it has changed. */
    synchronized void write() {
        own.forEach((generation, size) -> {
            if (!size.equals(written.get(generation))) {
                cluster.execute(statements.plain(
                        "INSERT INTO $.sizes (generation, server, entry_count, byte_count) VALUES (?, ?, ?, ?)",
                        generation,
                        server,
                        size.entries(),
                        size.bytes()));
                written.put(generation, size);
            }
        });
    }

    synchronized void forget(long generation) {
        own.remove(generation);
        written.remove(generation);
        cluster.execute(statements.plain("DELETE FROM $.sizes WHERE generation = ?", generation));
    }
}
