package dev.stator.storage.rocksdb;

import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.Direction;
import dev.stator.storage.Growth;
import dev.stator.storage.Size;
import dev.stator.storage.StorageException;
import dev.stator.storage.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * The folder, the database in it and the commit thread, as one thing to open and close; which trees there are, and their
 * sizes. {@link RocksDbEngine} sees to it that nobody is here after the close.
 */
final class Store {
    private final Durability durability;
    private final DataFolder folder;
    private final Database database;
    private final EntryReader reader;
    private final GroupCommit commits;
    private final ConcurrentHashMap<Tree, Counter> trees;
    private final CollectionCounters collectionCounters;

    private Store(Durability durability, DataFolder folder, Database database, int waitingCommitsMax)
            throws RocksDBException {
        this.durability = durability;
        this.folder = folder;
        this.database = database;
        this.reader = new EntryReader(database.db());
        this.trees = recordedTrees();
        this.collectionCounters = new CollectionCounters(this::size);
        this.commits = GroupCommit.start(
                batch -> database.db().write(database.commitWrites(), batch),
                new Versions(beginVersionBlock()),
                waitingCommitsMax);
    }

    static Store open(Path path, RocksDbOptions options) {
        DataFolder folder = DataFolder.open(path);
        Database database = null;
        try {
            database = Database.open(options, folder.database());
            return new Store(options.durability(), folder, database, options.waitingCommitsMax());
        } catch (RocksDBException e) {
            closeAfterFailure(folder, database);
            throw Trouble.with("the database in " + path + " could not be opened", e);
        } catch (RuntimeException | Error e) {
            closeAfterFailure(folder, database);
            throw e;
        }
    }

    private static void closeAfterFailure(DataFolder folder, @Nullable Database database) {
        if (database != null) {
            database.close();
        }
        folder.close();
    }

    Durability durability() {
        return durability;
    }

    EntryReader reader() {
        return reader;
    }

    boolean hasTree(Tree tree) {
        return trees.containsKey(tree);
    }

    /** Requires: no commit is under way. */
    void create(Tree tree) {
        if (trees.containsKey(tree)) {
            return;
        }
        byte[] record = KeyLayout.treeRecord(tree);
        try (WriteBatch batch = new WriteBatch()) {
            batch.put(record, StoredValue.size(Size.ZERO));
            database.db().write(database.durableWrites(), batch);
        } catch (RocksDBException e) {
            throw Trouble.with("a tree could not be created", e);
        }
        trees.put(tree, new Counter(record, true, Size.ZERO));
    }

    /** Requires: no commit is under way. */
    void drop(Tree tree) {
        if (!trees.containsKey(tree)) {
            return;
        }
        byte[] start = KeyLayout.treeStart(tree);
        byte[] end = KeyLayout.treeEnd(tree);
        try (WriteBatch batch = new WriteBatch()) {
            batch.deleteRange(start, end);
            batch.deleteRange(KeyLayout.collectionSizesStart(tree), KeyLayout.collectionSizesEnd(tree));
            batch.delete(KeyLayout.treeRecord(tree));
            database.db().write(database.durableWrites(), batch);
            trees.remove(tree);
            // Files that held nothing else are freed at once; the rest goes when they are next compacted.
            database.db().deleteFilesInRanges(database.db().getDefaultColumnFamily(), List.of(start, end), false);
        } catch (RocksDBException e) {
            throw Trouble.with("a tree could not be dropped", e);
        }
    }

    void requireHealthy() {
        commits.requireHealthy();
    }

    /** Applies the commit, whose checks have passed; returns when it is durable. */
    void write(Commit commit) {
        List<byte[]> pinned = new ArrayList<>();
        try {
            PendingCommit pending = new PendingCommit();
            for (Change change : commit.changes()) {
                pending.add(change);
            }
            for (Change change : commit.derived()) {
                if (hasTree(change.tree())) {
                    pending.add(change);
                }
            }
            for (Growth growth : commit.growth()) {
                addGrowth(pending, growth, pinned);
            }
            if (!pending.isEmpty()) {
                commits.write(pending);
            }
        } finally {
            pinned.forEach(collectionCounters::unpin);
        }
    }

    private void addGrowth(PendingCommit pending, Growth growth, List<byte[]> pinned) {
        Counter tree = trees.get(growth.tree());
        if (tree == null) {
            return;
        }
        pending.add(tree, growth.entries(), growth.bytes());
        byte[] collection = growth.collection();
        if (collection != null) {
            byte[] key = KeyLayout.collectionSize(growth.tree(), collection);
            Counter counter = collectionCounters.pin(key);
            pinned.add(key);
            pending.add(counter, growth.entries(), growth.bytes());
        }
    }

    /** The size that is stored at this key; zero if none is. */
    Size size(byte[] key) {
        byte[] stored = reader.stored(key);
        return stored == null ? Size.ZERO : StoredValue.size(stored);
    }

    void checkpoint(Path copy) {
        try {
            Path parent = copy.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectory(copy);
            try (Checkpoint checkpoint = Checkpoint.create(database.db())) {
                checkpoint.createCheckpoint(DataFolder.database(copy).toString());
            } catch (RocksDBException e) {
                Files.delete(copy);
                throw Trouble.with("the checkpoint in " + copy + " could not be made", e);
            }
            DataFolder.writeFormat(copy);
        } catch (IOException e) {
            throw new StorageException.Unavailable("the checkpoint in " + copy + " could not be made: " + e, e);
        }
    }

    /** Requires: nobody else is here any more. */
    void close() {
        commits.stop();
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            if (durability == Durability.NONE) {
                database.db().flush(flush);
            } else {
                database.db().syncWal();
            }
        } catch (RocksDBException e) {
            throw Trouble.with("the last commits could not be written at close", e);
        } finally {
            reader.close();
            database.close();
            folder.close();
        }
    }

    private ConcurrentHashMap<Tree, Counter> recordedTrees() {
        ConcurrentHashMap<Tree, Counter> found = new ConcurrentHashMap<>();
        try (ReadOptions options = new ReadOptions().setTotalOrderSeek(true)) {
            reader.visit(options, KeyLayout.TREES, KeyLayout.treeRecordsEnd(), Direction.FORWARD, (key, stored) -> {
                found.put(KeyLayout.recordedTree(key), new Counter(key, true, StoredValue.size(stored)));
                return true;
            });
        }
        return found;
    }

    /** Records a version block as used before any version of it is. */
    private long beginVersionBlock() throws RocksDBException {
        byte[] stored = reader.stored(KeyLayout.VERSION_BLOCK);
        long block = stored == null ? 1 : StoredValue.number(stored) + 1;
        database.db().put(database.durableWrites(), KeyLayout.VERSION_BLOCK, StoredValue.number(block));
        return block;
    }
}
