package dev.stator.storage.cassandra;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Range;
import dev.stator.storage.StorageException;
import dev.stator.storage.TokenRange;
import dev.stator.storage.cassandra.protocol.Announcement;
import dev.stator.storage.cassandra.protocol.Batch;
import dev.stator.storage.cassandra.protocol.CollectionId;
import dev.stator.storage.cassandra.protocol.Head;
import dev.stator.storage.cassandra.protocol.Ledger;
import dev.stator.storage.cassandra.protocol.Reading;
import dev.stator.storage.cassandra.protocol.Row;
import dev.stator.storage.cassandra.protocol.RowKey;
import dev.stator.storage.cassandra.protocol.RowStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of the commit protocol, in the tables of {@link Schema}. */
final class CassandraStore implements RowStore {
    private static final TupleType KEY = DataTypes.tupleOf(DataTypes.TINYINT, DataTypes.BIGINT, DataTypes.BLOB);
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0).asReadOnlyBuffer();

    /** A row that every collection has from its first batch on, so that a read always brings the head along. */
    private static final TupleValue ANCHOR = KEY.newValue((byte) 0, 0L, EMPTY);

    private static final String PARTITION = " WHERE tree = ? AND collection = ?";
    private static final String ONE = PARTITION + " AND kind = ? AND space = ? AND position = ?";
    private static final int ABORTED_SECONDS = 30 * 24 * 60 * 60;
    private static final int EPOCH_ATTEMPTS = 100;
    private static final byte COMMITTED = 1;
    private static final byte ABORTED = 2;

    private final CassandraCluster cluster;
    private final Statements statements;
    private final Directory directory;
    private final Outstanding outstanding;
    private final Members members;

    CassandraStore(CassandraCluster cluster, Directory directory, Outstanding outstanding, Members members) {
        this.outstanding = outstanding;
        this.members = members;
        this.cluster = cluster;
        statements = cluster.statements();
        this.directory = directory;
    }

    @Override
    public Reading read(CollectionId id, List<RowKey> rows, Consistency consistency) {
        List<TupleValue> keys = new ArrayList<>(rows.size() + 1);
        keys.add(ANCHOR);
        rows.forEach(
                row -> keys.add(KEY.newValue((byte) row.kind().code(), row.space(), ByteBuffer.wrap(row.position()))));
        BoundStatement statement = statements.read(
                "SELECT sequence, lock, ledger, kind, space, position, version, value FROM $.collections" + PARTITION
                        + " AND (kind, space, position) IN ?",
                level(consistency),
                id.table(),
                ByteBuffer.wrap(id.collection()),
                keys);
        Head head = Head.NONE;
        List<Row> found = new ArrayList<>(rows.size());
        for (com.datastax.oss.driver.api.core.cql.Row row : cluster.execute(statement)) {
            head = head(row);
            if (row.getByte("kind") != 0) {
                found.add(row(row));
            }
        }
        return new Reading(head, found);
    }

    @Override
    public List<Row> rowsOf(CollectionId id, RowKey.Kind kind) {
        BoundStatement statement = statements.read(
                "SELECT kind, space, position, version, value FROM $.collections" + PARTITION + " AND kind = ?",
                Statements.SERIAL,
                id.table(),
                ByteBuffer.wrap(id.collection()),
                (byte) kind.code());
        List<Row> rows = new ArrayList<>();
        cluster.execute(statement).forEach(row -> rows.add(row(row)));
        return rows;
    }

    @Override
    public Reading entries(CollectionId id, long generation, Range range, int limit, Consistency consistency) {
        while (true) {
            Reading some = someEntries(id, generation, range, limit, consistency);
            if (!some.rows().isEmpty() || consistency == Consistency.EVENTUAL) {
                return some;
            }
            // No row brings the head along. If it is the same before and behind another look, there was none between.
            Head before = read(id, List.of(), consistency).head();
            if (before.sequence() == 0) {
                return new Reading(before, List.of());
            }
            Reading again = someEntries(id, generation, range, limit, consistency);
            if (!again.rows().isEmpty()) {
                return again;
            }
            Head behind = read(id, List.of(), consistency).head();
            if (behind.sequence() == before.sequence()) {
                return new Reading(behind, List.of());
            }
        }
    }

    private Reading someEntries(CollectionId id, long generation, Range range, int limit, Consistency consistency) {
        List<Object> values = new ArrayList<>(
                List.of(id.table(), ByteBuffer.wrap(id.collection()), (byte) RowKey.Kind.ENTRY.code(), generation));
        StringBuilder text = new StringBuilder(
                "SELECT sequence, lock, ledger, kind, space, position, version, value FROM $.collections" + PARTITION
                        + " AND kind = ? AND space = ?");
        bound(text, values, range.from(), range.fromInclusive() ? " AND position >= ?" : " AND position > ?");
        bound(text, values, range.to(), range.toInclusive() ? " AND position <= ?" : " AND position < ?");
        if (range.direction() == Direction.REVERSE) {
            text.append(" ORDER BY kind DESC, space DESC, position DESC");
        }
        values.add(limit);
        BoundStatement statement = statements
                .read(text.append(" LIMIT ?").toString(), level(consistency), values.toArray())
                // One page, for a page is what is read at one moment.
                .setPageSize(limit);
        Head head = Head.NONE;
        List<Row> rows = new ArrayList<>();
        for (com.datastax.oss.driver.api.core.cql.Row row : cluster.execute(statement)) {
            head = rows.isEmpty() ? head(row) : head;
            rows.add(row(row));
        }
        return new Reading(head, rows);
    }

    private static void bound(StringBuilder text, List<Object> values, byte @Nullable [] bound, String condition) {
        if (bound != null) {
            text.append(condition);
            values.add(ByteBuffer.wrap(bound));
        }
    }

    private static ConsistencyLevel level(Consistency consistency) {
        return consistency == Consistency.STRONG ? Statements.SERIAL : Statements.EVENTUAL;
    }

    private static Head head(com.datastax.oss.driver.api.core.cql.Row row) {
        return new Head(row.getLong("sequence"), row.getLong("lock"), Ledger.decode(bytes(row, "ledger")));
    }

    private static Row row(com.datastax.oss.driver.api.core.cql.Row row) {
        RowKey key = new RowKey(RowKey.Kind.of(row.getByte("kind")), row.getLong("space"), bytes(row, "position"));
        return new Row(key, row.getLong("version"), bytes(row, "value"));
    }

    private static byte[] bytes(com.datastax.oss.driver.api.core.cql.Row row, String column) {
        ByteBuffer buffer = requireNonNull(row.getByteBuffer(column), column);
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    @Override
    public Outcome compareAndSet(CollectionId id, Batch batch) {
        Map<RowKey, Long> conditions = new HashMap<>();
        batch.conditions().forEach(condition -> conditions.put(condition.key(), condition.version()));
        BatchStatementBuilder builder = BatchStatement.builder(BatchType.UNLOGGED);
        builder.addStatement(statements.conditional(
                "UPDATE $.collections SET sequence = ?, lock = ?, ledger = ?" + PARTITION + " IF sequence = ?",
                batch.after().sequence(),
                batch.after().lock(),
                ByteBuffer.wrap(batch.after().ledger().encode()),
                id.table(),
                ByteBuffer.wrap(id.collection()),
                presence(batch.before().sequence())));
        if (batch.before().sequence() == 0) {
            builder.addStatement(put(id, (byte) 0, 0, EMPTY, 0, EMPTY, null));
        }
        for (Row row : batch.puts()) {
            RowKey key = row.key();
            builder.addStatement(put(
                    id,
                    (byte) key.kind().code(),
                    key.space(),
                    ByteBuffer.wrap(key.position()),
                    row.version(),
                    ByteBuffer.wrap(row.value()),
                    conditions.remove(key)));
        }
        for (RowKey key : batch.deletes()) {
            builder.addStatement(delete("DELETE", id, key, conditions.remove(key)));
        }
        // A condition needs a statement. The column is never written, so there is nothing to delete in it.
        conditions.forEach((key, version) -> builder.addStatement(delete("DELETE claim", id, key, version)));
        BatchStatement statement = builder.setConsistencyLevel(Statements.COMMIT)
                .setSerialConsistencyLevel(Statements.SERIAL)
                .setIdempotence(false)
                .build();
        com.datastax.oss.driver.api.core.cql.Row answer = cluster.tryExecute(statement);
        if (answer == null) {
            return Outcome.UNKNOWN;
        }
        return answer.getBoolean("[applied]") ? Outcome.APPLIED : Outcome.REFUSED;
    }

    /** What a column must hold that holds this number, or nothing for 0. */
    private static @Nullable Long presence(long number) {
        return number == 0 ? null : number;
    }

    private BoundStatement put(
            CollectionId id,
            byte kind,
            long space,
            ByteBuffer position,
            long version,
            ByteBuffer value,
            @Nullable Long expected) {
        String text = "UPDATE $.collections SET version = ?, value = ?" + ONE;
        ByteBuffer collection = ByteBuffer.wrap(id.collection());
        if (expected == null) {
            return statements.conditional(text, version, value, id.table(), collection, kind, space, position);
        }
        return statements.conditional(
                text + " IF version = ?",
                version,
                value,
                id.table(),
                collection,
                kind,
                space,
                position,
                presence(expected));
    }

    private BoundStatement delete(String verb, CollectionId id, RowKey key, @Nullable Long expected) {
        String text = verb + " FROM $.collections" + ONE;
        ByteBuffer collection = ByteBuffer.wrap(id.collection());
        ByteBuffer position = ByteBuffer.wrap(key.position());
        byte kind = (byte) key.kind().code();
        if (expected == null) {
            return statements.conditional(text, id.table(), collection, kind, key.space(), position);
        }
        return statements.conditional(
                text + " IF version = ?", id.table(), collection, kind, key.space(), position, presence(expected));
    }

    @Override
    public void register(CollectionId id) {
        directory.register(id);
    }

    @Override
    public long epoch(long table) {
        return epoch(table, Statements.PLAIN);
    }

    private long epoch(long table, ConsistencyLevel level) {
        com.datastax.oss.driver.api.core.cql.Row row = cluster.execute(
                        statements.read("SELECT epoch FROM $.epochs WHERE tree = ?", level, table))
                .one();
        return row == null ? 0 : row.getLong("epoch");
    }

    /** Lets nobody open a new collection of the table by rules that are older. */
    void raiseEpoch(long table, long epoch) {
        for (int i = 0; i < EPOCH_ATTEMPTS; i++) {
            // A serial read sees to it that plain ones see what it sees.
            long now = epoch(table, Statements.SERIAL);
            if (now >= epoch) {
                return;
            }
            cluster.tryExecute(
                    now == 0
                            ? statements.conditional(
                                    "INSERT INTO $.epochs (tree, epoch) VALUES (?, ?) IF NOT EXISTS", table, epoch)
                            : statements.conditional(
                                    "UPDATE $.epochs SET epoch = ? WHERE tree = ? IF epoch = ?", epoch, table, now));
        }
        throw new StorageException.Unavailable("the cluster did not take the epoch of a table", null);
    }

    @Override
    public Decision decision(long transaction) {
        com.datastax.oss.driver.api.core.cql.Row row = cluster.execute(statements.read(
                        "SELECT decision FROM $.transactions WHERE transaction = ?", Statements.SERIAL, transaction))
                .one();
        return row == null ? Decision.UNDECIDED : decision(row.getByte("decision"));
    }

    private static Decision decision(byte code) {
        return code == COMMITTED ? Decision.COMMITTED : Decision.ABORTED;
    }

    @Override
    public Decision decide(long transaction, Decision decision) {
        String text = "INSERT INTO $.transactions (transaction, decision) VALUES (?, ?) IF NOT EXISTS";
        BoundStatement statement = decision == Decision.COMMITTED
                ? statements.conditional(text, transaction, COMMITTED)
                : statements.conditional(text + " USING TTL " + ABORTED_SECONDS, transaction, ABORTED);
        com.datastax.oss.driver.api.core.cql.Row answer = cluster.tryExecute(statement);
        if (answer == null) {
            return Decision.UNDECIDED;
        }
        return answer.getBoolean("[applied]") ? decision : decision(answer.getByte("decision"));
    }

    @Override
    public void forget(long transaction) {
        // If there is no answer, some bytes stay.
        cluster.tryExecute(statements.conditional(
                "DELETE FROM $.transactions WHERE transaction = ? IF decision = ?", transaction, COMMITTED));
    }

    @Override
    public void announce(Announcement announcement) {
        if (!outstanding.add(announcement.commit())) {
            members.beat();
        }
        cluster.execute(statements.plain(
                "INSERT INTO $.announcements (server, commit, announcement) VALUES (?, ?, ?)",
                Numbers.server(announcement.commit()),
                announcement.commit(),
                ByteBuffer.wrap(announcement.encode())));
    }

    @Override
    public void withdraw(Announcement announcement) {
        cluster.execute(statements.plain(
                "DELETE FROM $.announcements WHERE server = ? AND commit = ?",
                Numbers.server(announcement.commit()),
                announcement.commit()));
        outstanding.remove(announcement.commit());
    }

    /**
     * Removes a table of which no tree is left. Nobody compares and sets in it any more, so plain deletes will do; what is
     * written to it by one who has not heard is found by nobody.
     */
    void remove(long table) {
        directory.visit(table, TokenRange.ALL, null, collection -> {
            cluster.execute(
                    statements.plain("DELETE FROM $.collections" + PARTITION, table, ByteBuffer.wrap(collection)));
            return true;
        });
        directory.forget(table);
    }

    /**
     * What a server has announced and not withdrawn.
     *
     * @param oldest all before has been withdrawn; those are not looked at, for each of them has left a tombstone
     */
    List<Announcement> announcements(long server, long oldest) {
        List<Announcement> found = new ArrayList<>();
        cluster.execute(statements.read(
                        "SELECT announcement FROM $.announcements WHERE server = ? AND commit >= ?",
                        Statements.PLAIN,
                        server,
                        oldest))
                .forEach(row -> found.add(Announcement.decode(bytes(row, "announcement"))));
        return found;
    }
}
