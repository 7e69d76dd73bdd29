package dev.stator.core.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Growth;
import dev.stator.storage.Size;
import dev.stator.storage.Tree;
import dev.stator.storage.memory.MemoryEngine;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What comes between the scan of a batch and its commit. The value of an item is its key in the index here. */
class BackfillTest {
    private static final Tree ITEMS = new Tree(20, 0);
    private static final Tree ENTRIES = new Tree(21, 0);

    private final Engine engine = new MemoryEngine();
    /** What other writers do before each of the next commits of the filling. */
    private final Queue<Runnable> interruptions = new ArrayDeque<>();

    private final Backfill backfill = Backfill.counted(interrupted(), ITEMS, ENTRIES, BackfillTest::entry);

    @BeforeEach
    void createTrees() {
        engine.create(ITEMS);
        engine.create(ENTRIES);
    }

    private Engine interrupted() {
        return (Engine) Proxy.newProxyInstance(
                Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit") && !interruptions.isEmpty()) {
                        interruptions.remove().run();
                    }
                    try {
                        return method.invoke(engine, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static IndexEntry entry(Entry item) {
        EntryKey key = new EntryKey(item.value(), item.key().collection());
        return new IndexEntry(new Change.Put(ENTRIES, key, item.value()), item.value().length);
    }

    private static EntryKey key(String item) {
        return new EntryKey(item.getBytes(UTF_8), new byte[0]);
    }

    private void put(String item, String value) {
        commit(new Change.Put(ITEMS, key(item), value.getBytes(UTF_8)), List.of());
    }

    private void commit(Change change, List<Growth> growth) {
        assertThat(engine.commit(new Commit(List.of(), List.of(change), List.of(), growth)))
                .isEqualTo(CommitResult.COMMITTED);
    }

    private boolean isIndexed(String item, String value) {
        return engine.get(ENTRIES, value.getBytes(UTF_8), item.getBytes(UTF_8), Consistency.STRONG) != null;
    }

    private void fill() {
        int batches = 0;
        while (backfill.next()) {
            batches++;
            assertThat(batches).isLessThan(10);
        }
        assertThat(interruptions).isEmpty();
    }

    @Test
    void anItemThatChangesOverAndOverIsIndexedAsItIsInTheEnd() {
        put("a", "1");
        put("b", "1");
        interruptions.add(() -> put("a", "2"));
        interruptions.add(() -> put("a", "3"));
        interruptions.add(() -> put("a", "4"));
        fill();
        assertThat(isIndexed("a", "4")).isTrue();
        assertThat(isIndexed("a", "1")).isFalse();
        assertThat(isIndexed("b", "1")).isTrue();
        assertThat(engine.size(ENTRIES)).isEqualTo(new Size(2, 2));
    }

    @Test
    void anItemThatIsDeletedMeanwhileIsNotIndexed() {
        put("a", "1");
        interruptions.add(() -> commit(new Change.Delete(ITEMS, key("a")), List.of()));
        fill();
        assertThat(isIndexed("a", "1")).isFalse();
        assertThat(engine.size(ENTRIES)).isEqualTo(Size.ZERO);
    }

    @Test
    void anEntryThatItsWriterPutIsNotCountedTwice() {
        put("a", "1");
        IndexEntry written = entry(new Entry(key("a"), 1, "1".getBytes(UTF_8)));
        interruptions.add(() -> commit(written.put(), List.of(new Growth(ENTRIES, null, 1, written.bytes()))));
        fill();
        assertThat(isIndexed("a", "1")).isTrue();
        assertThat(engine.size(ENTRIES)).isEqualTo(new Size(1, 1));
    }

    @Test
    void anIndexThatIsDroppedMeanwhileEndsTheFilling() {
        put("a", "1");
        interruptions.add(() -> engine.drop(ENTRIES));
        fill();
        assertThat(isIndexed("a", "1")).isFalse();
    }
}
