package dev.stator.storage.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.stator.storage.StorageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which servers use the keyspace. Each says once a second that it is there, by a plain write of a number that grows. Who sees
 * the number of another stand still for six seconds of his own time takes him for dead. Clocks are never compared.
 */
final class Members {
    private static final long SILENCE_NANOS = Duration.ofSeconds(6).toNanos();

    /** Whoever attends has been heard so lately that it is counted for four seconds more, with a second to spare. */
    private static final long ATTENDANCE_NANOS = Duration.ofSeconds(1).toNanos();

    private final CassandraCluster cluster;
    private final Statements statements;
    private final long server;
    private final String address;
    private final Outstanding outstanding;
    private long beat;
    private volatile long heard = System.nanoTime() - SILENCE_NANOS;
    private final Map<Long, Seen> seen = new HashMap<>();

    /** What was last seen of a server, and since when it is so. */
    private record Seen(long beat, long since) {}

    Members(CassandraCluster cluster, long server, String address, Outstanding outstanding) {
        this.outstanding = outstanding;
        this.cluster = cluster;
        statements = cluster.statements();
        this.server = server;
        this.address = address;
        beat();
    }

    /** Says that this server is there. */
    synchronized void beat() {
        long now = System.nanoTime();
        cluster.execute(statements.plain(
                "INSERT INTO $.members (cluster, server, address, oldest, beat) VALUES ('members', ?, ?, ?, ?)",
                server,
                address,
                outstanding.publish(),
                ++beat));
        heard = now;
    }

    /** Says it, unless it has just been said. */
    void attend() {
        if (System.nanoTime() - heard > ATTENDANCE_NANOS) {
            beat();
        }
    }

    /**
     * Those of which a row is left, and which have not been heard for long.
     *
     * @param oldest the number before which it has left no announcement
     */
    record Silent(long server, long oldest) {}

    /** What the rows say now. */
    record Roll(List<Peer> present, List<Silent> silent) {}

    /** Which servers have been heard lately, this one included, and which have not. */
    synchronized Roll call() {
        Map<Long, Seen> rows = new HashMap<>();
        List<Peer> present = new ArrayList<>();
        List<Silent> silent = new ArrayList<>();
        for (Row row : cluster.execute(statements.read(
                "SELECT server, address, oldest, beat FROM $.members WHERE cluster = 'members'", Statements.PLAIN))) {
            long now = System.nanoTime();
            long number = row.getLong("server");
            Seen last = seen.get(number);
            Seen next = last == null || last.beat != row.getLong("beat") ? new Seen(row.getLong("beat"), now) : last;
            rows.put(number, next);
            if (number == server || now - next.since < SILENCE_NANOS) {
                String where = row.getString("address");
                present.add(new Peer(number, where == null ? "" : where));
            } else {
                silent.add(new Silent(number, row.getLong("oldest")));
            }
        }
        seen.clear();
        seen.putAll(rows);
        return new Roll(present, silent);
    }

    /** Forgets a server that is gone. Should it wake up after all, it is there again with its next beat. */
    void forget(long gone) {
        cluster.execute(statements.plain("DELETE FROM $.members WHERE cluster = 'members' AND server = ?", gone));
    }

    /** Says that this server goes. */
    void leave() {
        try {
            forget(server);
        } catch (StorageException.Unavailable e) {
            // The others will notice.
        }
    }
}
