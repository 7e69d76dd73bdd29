package dev.stator.storage.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.stator.storage.StorageException;
import dev.stator.storage.Tree;
import dev.stator.storage.cassandra.protocol.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Which trees there are. All of it is one partition that changes by compare-and-set, since trees come and go seldom. */
final class Catalog {
    private static final int ATTEMPTS = 200;

    private final CassandraCluster cluster;
    private final Statements statements;
    private final LongSupplier numbers;
    private volatile Map<Tree, Place> known = Map.of();

    /** What the cluster says: the trees, and how often the catalog has changed. */
    private record State(long state, Map<Tree, Place> trees) {}

    Catalog(CassandraCluster cluster, LongSupplier numbers) {
        this.cluster = cluster;
        statements = cluster.statements();
        this.numbers = numbers;
        refresh();
    }

    /** Where the tree lies, or null if this server knows of none. */
    @Nullable
    Place place(Tree tree) {
        return known.get(tree);
    }

    /** Learns what other servers have created and dropped. */
    void refresh() {
        known = read().trees;
    }

    private State read() {
        long state = 0;
        Map<Tree, Place> trees = new HashMap<>();
        for (Row row : cluster.execute(statements.read(
                "SELECT state, id, family, place, generation FROM $.trees WHERE catalog = 'trees'",
                Statements.SERIAL))) {
            state = row.getLong("state");
            if (!row.isNull("generation")) {
                trees.put(
                        new Tree(row.getInt("id"), row.getInt("family")),
                        new Place(row.getLong("place"), row.getLong("generation")));
            }
        }
        return new State(state, Map.copyOf(trees));
    }

    /** Creates the tree, unless there is one. */
    void create(Tree tree) {
        for (int i = 0; i < ATTEMPTS; i++) {
            State now = read();
            if (now.trees.containsKey(tree)) {
                known = now.trees;
                return;
            }
            long table = now.trees.entrySet().stream()
                    .filter(entry -> entry.getKey().id() == tree.id())
                    .map(entry -> entry.getValue().table())
                    .findFirst()
                    .orElseGet(numbers::getAsLong);
            BoundStatement insert = statements.conditional(
                    "UPDATE $.trees SET place = ?, generation = ? WHERE catalog = 'trees' AND id = ? AND family = ?",
                    table,
                    numbers.getAsLong(),
                    tree.id(),
                    tree.family());
            // Whether it was this attempt or another server's, the next reading has the tree.
            change(now, insert);
        }
        throw new StorageException.Unavailable("the catalog of trees changes too fast", null);
    }

    /** Drops the tree; returns the tables that are empty of trees by that, and where the tree was, or null. */
    @Nullable
    Dropped drop(Tree tree) {
        Place gone = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            State now = read();
            Place place = now.trees.get(tree);
            if (place == null) {
                known = now.trees;
                if (gone == null) {
                    return null;
                }
                long table = gone.table();
                return new Dropped(gone, now.trees.values().stream().noneMatch(left -> left.table() == table));
            }
            gone = place;
            change(
                    now,
                    statements.conditional(
                            "DELETE FROM $.trees WHERE catalog = 'trees' AND id = ? AND family = ?",
                            tree.id(),
                            tree.family()));
        }
        throw new StorageException.Unavailable("the catalog of trees changes too fast", null);
    }

    /** What a drop has left behind. */
    record Dropped(Place place, boolean wasLastOfTable) {}

    private void change(State now, BoundStatement change) {
        List<BoundStatement> both = new ArrayList<>();
        both.add(statements.conditional(
                "UPDATE $.trees SET state = ? WHERE catalog = 'trees' IF state = ?",
                now.state + 1,
                now.state == 0 ? null : now.state));
        both.add(change);
        cluster.tryExecute(BatchStatement.builder(BatchType.UNLOGGED)
                .addStatements(List.copyOf(both))
                .setConsistencyLevel(Statements.COMMIT)
                .setSerialConsistencyLevel(Statements.SERIAL)
                .setIdempotence(false)
                .build());
    }
}
