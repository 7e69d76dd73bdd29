package dev.stator.core.table;

import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Expectation;
import dev.stator.storage.Range;
import dev.stator.storage.Tree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definitions of all tables, in a tree of the engine itself; every change expects the entry that it was decided on, so
 * that several processes may share the engine. docs/format.md describes the form, {@link CatalogCodec} reads and writes it.
 */
final class Catalog {
    private static final Tree TREE = new Tree(1, 0);
    private static final byte[] TABLES = bytes("table");
    private static final EntryKey COUNTER = new EntryKey(bytes("counter"), bytes("tree"));
    /** Ids below are kept for trees of our own. */
    private static final int FIRST_TREE = 16;

    private final Engine engine;

    Catalog(Engine engine) {
        this.engine = engine;
        engine.create(TREE);
    }

    /**
     * A definition as it was read.
     *
     * @param epoch   how often what its writers have to do has changed; only counted where processes share the storage
     * @param version that of the entry
     */
    record Stored(TableDefinition definition, long epoch, long version) {}

    List<Stored> all() {
        List<Stored> all = new ArrayList<>();
        engine.slice(TREE, TABLES, Range.all(Direction.FORWARD), Consistency.STRONG, entry -> {
            all.add(stored(entry));
            return true;
        });
        return all;
    }

    @Nullable
    Stored find(String name) {
        Entry entry = engine.get(TREE, TABLES, bytes(name), Consistency.STRONG);
        return entry == null ? null : stored(entry);
    }

    private static Stored stored(Entry entry) {
        return new Stored(
                CatalogCodec.decodeTable(entry.value()), CatalogCodec.decodeEpoch(entry.value()), entry.version());
    }

    /** Stores a new definition; false if there is one of that name. */
    boolean insert(TableDefinition definition) {
        return commit(definition.name(), Expectation.ABSENT, put(definition, 0));
    }

    /** Stores a definition in the place of what was found; false if that has changed since. */
    boolean replace(Stored found, TableDefinition definition) {
        return replace(found, definition, found.epoch());
    }

    /** As {@link #replace(Stored, TableDefinition)}, with a new epoch. */
    boolean replace(Stored found, TableDefinition definition, long epoch) {
        return commit(definition.name(), found.version(), put(definition, epoch));
    }

    /** Removes what was found; false if it has changed since. */
    boolean remove(Stored found) {
        EntryKey key = keyOf(found.definition().name());
        return commit(found.definition().name(), found.version(), new Change.Delete(TREE, key));
    }

    /** The first of so many consecutive tree ids that nobody else gets, now or later. */
    int reserveTrees(int count) {
        while (true) {
            Entry entry = engine.get(TREE, COUNTER.collection(), COUNTER.position(), Consistency.STRONG);
            int first = entry == null ? FIRST_TREE : CatalogCodec.decodeCounter(entry.value());
            long version = entry == null ? Expectation.ABSENT : entry.version();
            Change.Put put = new Change.Put(TREE, COUNTER, CatalogCodec.encodeCounter(first + count));
            if (commit(new Expectation(TREE, COUNTER, version), put)) {
                return first;
            }
        }
    }

    private boolean commit(String name, long version, Change change) {
        return commit(new Expectation(TREE, keyOf(name), version), change);
    }

    private boolean commit(Expectation expectation, Change change) {
        CommitResult result = engine.commit(new Commit(List.of(expectation), List.of(change), List.of(), List.of()));
        return switch (result) {
            case CommitResult.Committed ignored -> true;
            case CommitResult.Conflict ignored -> false;
            case CommitResult.Stale ignored -> throw new IllegalStateException("the catalog depends on no rules");
            case CommitResult.NoTree ignored -> throw new IllegalStateException("the engine lost the catalog's tree");
        };
    }

    private static Change.Put put(TableDefinition definition, long epoch) {
        return new Change.Put(TREE, keyOf(definition.name()), CatalogCodec.encodeTable(definition, epoch));
    }

    private static EntryKey keyOf(String name) {
        return new EntryKey(TABLES, bytes(name));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
