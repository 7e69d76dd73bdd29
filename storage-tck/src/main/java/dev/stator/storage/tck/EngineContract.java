package dev.stator.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Range;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * What the contract classes share: a fresh engine with three trees for each test, and short ways to fill and read it. Keys and
 * values are written as strings with one byte a character, so that {@code "\0"} and {@code "\u00ff"} are the bytes 0x00 and 0xff.
 */
public abstract class EngineContract {
    protected static final Tree TABLE = new Tree(1, 0);
    protected static final Tree LOCAL_INDEX = new Tree(1, 1);
    protected static final Tree GLOBAL_INDEX = new Tree(2, 0);
    protected static final Tree UNKNOWN = new Tree(77, 0);

    /** Positions that an engine may put in the wrong order, in the right order. */
    protected static final List<String> TRICKY_POSITIONS = List.of(
            "",
            "\0",
            "\0\0",
            "\0\u0001",
            "\0\u00ff",
            "\u0001",
            "a",
            "a\0",
            "aa",
            "a\u00ff",
            "b",
            "\u007f",
            "\u0080",
            "\u00ff",
            "\u00ff\0",
            "\u00ff\u00ff");

    protected final EngineHost host;
    protected Engine engine;

    protected EngineContract(Supplier<EngineHost> hosts) {
        host = hosts.get();
        engine = host.open();
        engine.create(TABLE);
        engine.create(LOCAL_INDEX);
        engine.create(GLOBAL_INDEX);
    }

    @AfterEach
    final void closeEngine() {
        engine.close();
        host.close();
    }

    /** Closes the engine and opens it again in the same place. */
    protected final void reopen() {
        engine.close();
        engine = host.open();
    }

    protected static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    protected static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    protected static EntryKey key(String collection, String position) {
        return new EntryKey(bytes(collection), bytes(position));
    }

    /** Stores a value without expecting anything. */
    protected final void put(Tree tree, EntryKey key, String value) {
        assertCommitted(new CommitDraft().put(tree, key, bytes(value)));
    }

    protected final void delete(Tree tree, EntryKey key) {
        assertCommitted(new CommitDraft().delete(tree, key));
    }

    protected final void assertCommitted(CommitDraft draft) {
        assertThat(engine.commit(draft.done())).isEqualTo(CommitResult.COMMITTED);
    }

    protected final @Nullable Entry get(Tree tree, EntryKey key) {
        return engine.get(tree, key.collection(), key.position(), Consistency.STRONG);
    }

    /** The value at this key, or null. */
    protected final @Nullable String value(Tree tree, EntryKey key) {
        Entry entry = get(tree, key);
        return entry == null ? null : text(entry.value());
    }

    /** The version at this key, or that of an absent entry. */
    protected final long version(Tree tree, EntryKey key) {
        Entry entry = get(tree, key);
        return entry == null ? 0 : entry.version();
    }

    protected final List<Entry> slice(Tree tree, String collection, Range range) {
        List<Entry> entries = new ArrayList<>();
        engine.slice(tree, bytes(collection), range, Consistency.STRONG, entries::add);
        return entries;
    }

    /** The positions of a whole collection in ascending order. */
    protected final List<String> positions(Tree tree, String collection) {
        return slice(tree, collection, Range.all(Direction.FORWARD)).stream()
                .map(entry -> text(entry.key().position()))
                .toList();
    }

    protected final List<EntryKey> scan(Tree tree, TokenRange tokens, @Nullable EntryKey after) {
        List<EntryKey> keys = new ArrayList<>();
        engine.scan(tree, tokens, after, Consistency.STRONG, entry -> keys.add(entry.key()));
        return keys;
    }
}
