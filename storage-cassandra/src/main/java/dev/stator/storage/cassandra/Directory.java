package dev.stator.storage.cassandra;

import dev.stator.storage.EntryKey;
import dev.stator.storage.Token;
import dev.stator.storage.TokenRange;
import dev.stator.storage.cassandra.protocol.CollectionId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which collections a table has, in the order of scans. A collection is in it before its first batch, and stays until the
 * table is dropped.
 */
final class Directory {
    private static final int SLOT_BITS = 4;
    static final int SLOTS = 1 << SLOT_BITS;

    private final CassandraCluster cluster;
    private final Statements statements;

    Directory(CassandraCluster cluster) {
        this.cluster = cluster;
        statements = cluster.statements();
    }

    void register(CollectionId id) {
        long token = Token.of(id.collection());
        cluster.execute(statements.plain(
                "INSERT INTO $.directory (tree, slot, hash, collection) VALUES (?, ?, ?, ?)",
                id.table(),
                slot(token),
                sortable(token),
                ByteBuffer.wrap(id.collection())));
    }

    private static byte slot(long token) {
        return (byte) (token >>> (Long.SIZE - SLOT_BITS));
    }

    /** Signed numbers in the order of the unsigned ones. */
    private static long sortable(long token) {
        return token ^ Long.MIN_VALUE;
    }

    /**
     * Visits the collections whose token lies in the range, in order, from that of {@code after} on, until the visitor says
     * stop.
     */
    void visit(long table, TokenRange tokens, @Nullable EntryKey after, Predicate<byte[]> visitor) {
        long first = tokens.first();
        if (after != null) {
            long reached = Token.of(after.collection());
            if (Long.compareUnsigned(reached, tokens.last()) > 0) {
                return;
            }
            first = Long.compareUnsigned(reached, first) > 0 ? reached : first;
        }
        for (int slot = slot(first) & 0xff; slot <= (slot(tokens.last()) & 0xff); slot++) {
            var rows = cluster.execute(statements.read(
                    "SELECT collection FROM $.directory WHERE tree = ? AND slot = ? AND hash >= ? AND hash <= ?",
                    Statements.PLAIN,
                    table,
                    (byte) slot,
                    sortable(first),
                    sortable(tokens.last())));
            for (var row : rows) {
                ByteBuffer buffer = row.getByteBuffer(0);
                byte[] collection = new byte[buffer == null ? 0 : buffer.remaining()];
                if (buffer != null) {
                    buffer.get(collection);
                }
                if (!isPassed(collection, after) && !visitor.test(collection)) {
                    return;
                }
            }
        }
    }

    /** Whether the collection lies before the one to begin with; those of other tokens are not read at all. */
    private static boolean isPassed(byte[] collection, @Nullable EntryKey after) {
        return after != null
                && Token.of(collection) == Token.of(after.collection())
                && Arrays.compareUnsigned(collection, after.collection()) < 0;
    }

    /** Forgets a table that is gone. */
    void forget(long table) {
        for (int slot = 0; slot < SLOTS; slot++) {
            cluster.execute(
                    statements.plain("DELETE FROM $.directory WHERE tree = ? AND slot = ?", table, (byte) slot));
        }
    }
}
