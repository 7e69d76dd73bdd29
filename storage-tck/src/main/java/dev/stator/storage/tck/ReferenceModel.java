package dev.stator.storage.tck;

import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Growth;
import dev.stator.storage.Size;
import dev.stator.storage.Token;
import dev.stator.storage.Tree;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an engine must do, written as simply as possible: one sorted map a tree, one caller at a time. */
final class ReferenceModel {
    static final Comparator<EntryKey> SCAN_ORDER = Comparator.<EntryKey, Long>comparing(
                    key -> Token.of(key.collection()), Long::compareUnsigned)
            .thenComparing(EntryKey::collection, Arrays::compareUnsigned)
            .thenComparing(EntryKey::position, Arrays::compareUnsigned);

    private final Map<Tree, NavigableMap<EntryKey, Stored>> trees = new HashMap<>();
    private final Map<Tree, Size> treeSizes = new HashMap<>();
    private final Map<Tree, Map<String, Size>> collectionSizes = new HashMap<>();

    /** A value, and the version that the engine gave it. */
    record Stored(byte[] value, long version) {}

    void create(Tree tree) {
        trees.putIfAbsent(tree, new TreeMap<>(SCAN_ORDER));
    }

    void drop(Tree tree) {
        trees.remove(tree);
        treeSizes.remove(tree);
        collectionSizes.remove(tree);
    }

    /** The tree's entries in scan order; empty if there is no such tree. */
    NavigableMap<EntryKey, Stored> entries(Tree tree) {
        return trees.getOrDefault(tree, new TreeMap<>(SCAN_ORDER));
    }

    @Nullable
    Stored get(Tree tree, EntryKey key) {
        return entries(tree).get(key);
    }

    Size size(Tree tree) {
        return treeSizes.getOrDefault(tree, Size.ZERO);
    }

    Size size(Tree tree, String collection) {
        return collectionSizes.getOrDefault(tree, Map.of()).getOrDefault(collection, Size.ZERO);
    }

    /** What the engine must answer; if that is committed, the changes are applied with versions yet unknown. */
    CommitResult commit(Commit commit) {
        for (Expectation expectation : commit.expectations()) {
            if (!trees.containsKey(expectation.tree())) {
                return new CommitResult.NoTree(expectation.tree());
            }
        }
        for (Change change : commit.changes()) {
            if (!trees.containsKey(change.tree())) {
                return new CommitResult.NoTree(change.tree());
            }
        }
        for (int i = 0; i < commit.expectations().size(); i++) {
            Expectation expectation = commit.expectations().get(i);
            Stored stored = get(expectation.tree(), expectation.key());
            if (expectation.version() != (stored == null ? Expectation.ABSENT : stored.version)) {
                return new CommitResult.Conflict(i);
            }
        }
        commit.changes().forEach(this::apply);
        commit.derived().forEach(this::apply);
        commit.growth().forEach(this::grow);
        return CommitResult.COMMITTED;
    }

    /** Notes the version that the engine gave to the entry at this key. */
    void learnVersion(Tree tree, EntryKey key, long version) {
        entries(tree).computeIfPresent(key, (same, stored) -> new Stored(stored.value, version));
    }

    private void apply(Change change) {
        switch (change) {
            case Change.Put put -> entries(put.tree()).put(put.key(), new Stored(put.value(), 0));
            case Change.Delete delete -> entries(delete.tree()).remove(delete.key());
        }
    }

    private void grow(Growth growth) {
        if (!trees.containsKey(growth.tree())) {
            return;
        }
        treeSizes.put(growth.tree(), size(growth.tree()).plus(growth.entries(), growth.bytes()));
        byte[] collection = growth.collection();
        if (collection != null) {
            String name = EngineContract.text(collection);
            Size grown = size(growth.tree(), name).plus(growth.entries(), growth.bytes());
            collectionSizes
                    .computeIfAbsent(growth.tree(), tree -> new HashMap<>())
                    .put(name, grown);
        }
    }
}
