package dev.stator.storage.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.Change;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Growth;
import dev.stator.storage.Tree;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemoryEngineReleaseTest {
    private static final Tree TREE = new Tree(1, 0);
    private static final byte[] COLLECTION = {1};

    @Test
    void anEmptiedCollectionLeavesNothingBehind() {
        try (MemoryEngine engine = new MemoryEngine()) {
            engine.create(TREE);
            MemoryTree tree = requireNonNull(engine.find(TREE));
            EntryKey first = new EntryKey(COLLECTION, new byte[] {1});
            EntryKey second = new EntryKey(COLLECTION, new byte[] {2});

            commit(engine, 2, new Change.Put(TREE, first, new byte[0]), new Change.Put(TREE, second, new byte[0]));
            assertThat(tree.holdsNothing()).isFalse();
            commit(engine, -1, new Change.Delete(TREE, first));
            assertThat(tree.holdsNothing()).isFalse();
            commit(engine, -1, new Change.Delete(TREE, second));
            assertThat(tree.holdsNothing()).isTrue();
        }
    }

    private static void commit(MemoryEngine engine, int entries, Change... changes) {
        Growth growth = new Growth(TREE, COLLECTION, entries, 0);
        assertThat(engine.commit(new Commit(List.of(), List.of(changes), List.of(), List.of(growth))))
                .isEqualTo(CommitResult.COMMITTED);
    }
}
