package dev.stator.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import dev.stator.storage.tck.CommitDraft;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Commits of which a half would be noticed: each writer numbers its own, and each commit has an entry in the table, one in
 * the local index, a derived one in the global index, and counts them.
 */
final class PairedCommits {
    static final Tree TABLE = new Tree(1, 0);
    private static final Tree LOCAL_INDEX = new Tree(1, 1);
    private static final Tree GLOBAL_INDEX = new Tree(2, 0);

    private PairedCommits() {}

    static void createTrees(Engine engine) {
        engine.create(TABLE);
        engine.create(LOCAL_INDEX);
        engine.create(GLOBAL_INDEX);
    }

    static EntryKey key(int writer, int number) {
        return new EntryKey(collection(writer), "%06d".formatted(number).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] collection(int writer) {
        return ("writer " + writer).getBytes(StandardCharsets.US_ASCII);
    }

    private static EntryKey globalKey(int writer, int number) {
        byte[] position = (writer + "/" + number).getBytes(StandardCharsets.US_ASCII);
        return new EntryKey(new byte[] {(byte) (number % 7)}, position);
    }

    static void commit(Engine engine, int writer, int number, byte[] value) {
        EntryKey key = key(writer, number);
        CommitDraft draft = new CommitDraft()
                .expectAbsent(TABLE, key)
                .put(TABLE, key, value)
                .put(LOCAL_INDEX, key, value)
                .derivePut(GLOBAL_INDEX, globalKey(writer, number), value)
                .grow(TABLE, key.collection(), 1, 10)
                .grow(GLOBAL_INDEX, null, 1, 3);
        assertThat(engine.commit(draft.done())).isEqualTo(CommitResult.COMMITTED);
    }

    /** How many commits of this writer there are, by the size that they counted. */
    static int count(Engine engine, int writer) {
        return Math.toIntExact(engine.size(TABLE, collection(writer)).entries());
    }

    /** Checks that each writer's commits are there without a gap and none by half; returns how many each has. */
    static int[] verifyWhole(Engine engine, int writers) {
        int[] counts = new int[writers];
        Set<EntryKey> derived = new HashSet<>();
        for (int writer = 0; writer < writers; writer++) {
            List<EntryKey> entries = entries(engine, TABLE, writer);
            assertThat(entries(engine, LOCAL_INDEX, writer)).isEqualTo(entries);
            assertThat(count(engine, writer)).isEqualTo(entries.size());
            for (int i = 0; i < entries.size(); i++) {
                assertThat(entries.get(i)).isEqualTo(key(writer, i));
                derived.add(globalKey(writer, i));
            }
            counts[writer] = entries.size();
        }
        Set<EntryKey> found = new HashSet<>();
        engine.scan(GLOBAL_INDEX, TokenRange.ALL, null, Consistency.STRONG, entry -> found.add(entry.key()));
        assertThat(found).isEqualTo(derived);
        assertThat(engine.size(TABLE)).isEqualTo(new Size(derived.size(), 10L * derived.size()));
        assertThat(engine.size(GLOBAL_INDEX)).isEqualTo(new Size(derived.size(), 3L * derived.size()));
        return counts;
    }

    private static List<EntryKey> entries(Engine engine, Tree tree, int writer) {
        List<EntryKey> keys = new ArrayList<>();
        engine.slice(
                tree,
                collection(writer),
                Range.all(Direction.FORWARD),
                Consistency.STRONG,
                entry -> keys.add(entry.key()));
        return keys;
    }
}
