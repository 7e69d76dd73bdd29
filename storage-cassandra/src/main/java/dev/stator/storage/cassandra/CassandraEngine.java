package dev.stator.storage.cassandra;

import dev.stator.storage.Capability;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.StorageException;
import dev.stator.storage.StripedLocks;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import dev.stator.storage.cassandra.protocol.Announcement;
import dev.stator.storage.cassandra.protocol.CollectionId;
import dev.stator.storage.cassandra.protocol.CommitPlan;
import dev.stator.storage.cassandra.protocol.Committer;
import dev.stator.storage.cassandra.protocol.Heads;
import dev.stator.storage.cassandra.protocol.Participant;
import dev.stator.storage.cassandra.protocol.Place;
import dev.stator.storage.cassandra.protocol.Reading;
import dev.stator.storage.cassandra.protocol.Row;
import dev.stator.storage.cassandra.protocol.RowKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The engine on a Cassandra cluster; any number of servers may have one on the same keyspace. {@link Committer} makes commits
 * atomic, {@link CassandraStore} is what it does it with, {@link Background} ends what others could not.
 */
public final class CassandraEngine implements Engine {
    private static final int STRIPES = 4096;
    private static final int FENCED_AT_ONCE = 256;

    private final @Nullable CassandraCluster owned;
    private final Gate gate = new Gate();
    private final Catalog catalog;
    private final Directory directory;
    private final CassandraStore store;
    private final Committer committer;
    private final VirtualTasks tasks = new VirtualTasks();
    private final Slices slices;
    private final TreeSizes sizes;
    private final long server;
    private final Members members;
    private final Background background;

    /** Commits of this server to one collection go one after the other, so that they do not meet in the cluster. */
    private final StripedLocks locks = new StripedLocks(STRIPES);

    /**
     * Connects to a cluster and opens the engine on it.
     *
     * @throws UnusableClusterException with a text for the one who started the server
     */
    public static CassandraEngine open(CassandraOptions options) {
        CassandraCluster cluster = CassandraCluster.connect(options);
        try {
            return new CassandraEngine(cluster, cluster, options.address());
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** An engine on a cluster that is closed by its owner. */
    public static CassandraEngine on(CassandraCluster cluster) {
        return new CassandraEngine(cluster, null, "");
    }

    private CassandraEngine(CassandraCluster cluster, @Nullable CassandraCluster owned, String address) {
        this.owned = owned;
        Numbers numbers = Numbers.take(cluster);
        server = numbers.server();
        // Before anything is read that others may change.
        Outstanding outstanding = new Outstanding(numbers::next);
        members = new Members(cluster, numbers.server(), address, outstanding);
        catalog = new Catalog(cluster, numbers);
        directory = new Directory(cluster);
        store = new CassandraStore(cluster, directory, outstanding, members);
        sizes = new TreeSizes(cluster, numbers.server());
        Heads heads = new Heads();
        SteadyPace pace = new SteadyPace();
        committer = new Committer(store, pace, tasks, numbers, heads, this::leave);
        slices = new Slices(store, committer.reads());
        Lease recovery = new Lease(cluster, "recovery", numbers.server());
        background = new Background(store, committer.recovery(), catalog, sizes, members, recovery);
    }

    private void leave(Announcement announcement) {
        background.add(announcement);
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.DURABLE, Capability.SHARED);
    }

    @Override
    public void create(Tree tree) {
        gate.pass(() -> {
            catalog.create(tree);
            return tree;
        });
    }

    @Override
    public void drop(Tree tree) {
        gate.pass(() -> {
            Catalog.Dropped dropped = catalog.drop(tree);
            if (dropped != null) {
                sizes.forget(dropped.place().generation());
                if (dropped.wasLastOfTable()) {
                    store.remove(dropped.place().table());
                }
            }
            return tree;
        });
    }

    private @Nullable Place place(Tree tree) {
        Place place = catalog.place(tree);
        if (place == null) {
            // Another server may just have created it.
            catalog.refresh();
            place = catalog.place(tree);
        }
        return place;
    }

    @Override
    public @Nullable Entry get(Tree tree, byte[] collection, byte[] position, Consistency consistency) {
        return gate.pass(() -> {
            Place place = place(tree);
            return place == null ? null : get(place, collection, position, consistency);
        });
    }

    private @Nullable Entry get(Place place, byte[] collection, byte[] position, Consistency consistency) {
        CollectionId id = new CollectionId(place.table(), collection);
        RowKey key = RowKey.entry(place.generation(), position);
        Reading reading = consistency == Consistency.STRONG
                ? committer.reads().read(id, List.of(key))
                : store.read(id, List.of(key), consistency);
        Row row = reading.row(key);
        return row == null ? null : new Entry(new EntryKey(collection, position), row.version(), row.value());
    }

    @Override
    public void slice(Tree tree, byte[] collection, Range range, Consistency consistency, EntryVisitor visitor) {
        gate.pass(() -> {
            Place place = place(tree);
            return place != null
                    && slices.visit(
                            new CollectionId(place.table(), collection),
                            place.generation(),
                            range,
                            consistency,
                            visitor);
        });
    }

    @Override
    public void scan(
            Tree tree, TokenRange tokens, @Nullable EntryKey after, Consistency consistency, EntryVisitor visitor) {
        gate.pass(() -> {
            Place place = place(tree);
            if (place != null) {
                directory.visit(
                        place.table(),
                        tokens,
                        after,
                        collection -> slices.visit(
                                new CollectionId(place.table(), collection),
                                place.generation(),
                                behind(collection, after),
                                consistency,
                                visitor));
            }
            return tree;
        });
    }

    /** What is left of a collection for a scan that goes on behind this key. */
    private static Range behind(byte[] collection, @Nullable EntryKey after) {
        return after != null && Arrays.equals(collection, after.collection())
                ? new Range(after.position(), false, null, true, Direction.FORWARD)
                : Range.all(Direction.FORWARD);
    }

    @Override
    public CommitResult commit(Commit commit) {
        return gate.pass(() -> {
            CommitPlan plan;
            try {
                plan = CommitPlan.of(commit, this::place);
            } catch (CommitPlan.NoTreeException e) {
                return new CommitResult.NoTree(e.tree());
            }
            int[] held = locks.lock(hashes(plan));
            CommitResult result;
            try {
                result = committer.commit(plan);
            } finally {
                locks.unlock(held);
            }
            if (result instanceof CommitResult.Committed) {
                sizes.grow(plan.growth());
            }
            return result;
        });
    }

    private static int[] hashes(CommitPlan plan) {
        return plan.participants().stream()
                .map(Participant::id)
                .mapToInt(CollectionId::hashCode)
                .toArray();
    }

    @Override
    public Size size(Tree tree) {
        return gate.pass(() -> {
            Place place = place(tree);
            return place == null ? Size.ZERO : sizes.size(place.generation());
        });
    }

    @Override
    public Size size(Tree tree, byte[] collection) {
        return gate.pass(() -> {
            Place place = place(tree);
            if (place == null) {
                return Size.ZERO;
            }
            CollectionId id = new CollectionId(place.table(), collection);
            return committer.reads().read(id, List.of()).head().ledger().size(place.generation());
        });
    }

    @Override
    public void fence(Tree tree, long epoch) {
        gate.pass(() -> {
            Place place = place(tree);
            if (place != null) {
                // In this order: what is opened by old rules is in the directory before they are found to be old.
                store.raiseEpoch(place.table(), epoch);
                fence(place.table(), epoch);
            }
            return tree;
        });
    }

    private void fence(long table, long epoch) {
        List<Runnable> next = new ArrayList<>();
        directory.visit(table, TokenRange.ALL, null, collection -> {
            next.add(() -> committer.fence(new CollectionId(table, collection), epoch));
            if (next.size() == FENCED_AT_ONCE) {
                tasks.run(List.copyOf(next));
                next.clear();
            }
            return true;
        });
        tasks.run(next);
    }

    /** The servers of the keyspace that are there, as of about a second ago. */
    public List<Peer> peers() {
        return background.peers();
    }

    /** Which of the {@link #peers()} this one is. */
    public long server() {
        return server;
    }

    @Override
    public void attend() {
        gate.pass(() -> {
            members.attend();
            return members;
        });
    }

    @Override
    public int processes() {
        return gate.pass(() -> members.call().present().size());
    }

    @Override
    public void checkpoint(Path folder) {
        throw new UnsupportedOperationException("a Cassandra cluster is backed up by its own snapshots");
    }

    @Override
    public void close() {
        if (!gate.close()) {
            return;
        }
        background.stop();
        try {
            sizes.write();
        } catch (StorageException.Unavailable e) {
            // What could not be written is counted anew when the sizes are.
        }
        if (owned != null) {
            owned.close();
        }
    }
}
