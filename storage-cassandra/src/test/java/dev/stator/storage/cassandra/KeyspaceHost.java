package dev.stator.storage.cassandra;

import dev.stator.storage.Engine;
import dev.stator.storage.Tree;
import dev.stator.storage.tck.EngineHost;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A keyspace of the shared node, without the trees of the tests before. */
final class KeyspaceHost implements EngineHost {
    private static final List<Tree> TREES =
            List.of(new Tree(1, 0), new Tree(1, 1), new Tree(2, 0), new Tree(77, 0), new Tree(78, 0));

    private static @Nullable CassandraCluster connection;

    static synchronized CassandraCluster cluster() {
        if (connection == null) {
            connection = CassandraCluster.connect(CassandraNode.shared().options("contract"));
        }
        return connection;
    }

    @Override
    public Engine open() {
        return CassandraEngine.on(cluster());
    }

    @Override
    public Engine openCheckpoint(Path folder) {
        throw new UnsupportedOperationException("the Cassandra engine writes no checkpoints");
    }

    @Override
    public int repetitions() {
        return 1;
    }

    /** {@code -Dstator.cassandra.modelSteps=800} for as many as the other engines make. */
    @Override
    public int modelSteps() {
        return Integer.getInteger("stator.cassandra.modelSteps", 150);
    }

    @Override
    public void close() {
        try (Engine engine = open()) {
            TREES.forEach(engine::drop);
        }
    }
}
