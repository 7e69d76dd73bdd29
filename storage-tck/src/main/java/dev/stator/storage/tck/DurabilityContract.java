package dev.stator.storage.tck;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.CommitResult;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Size;
import dev.stator.storage.TokenRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What an engine finds again that was closed and opened. Only for engines whose close loses nothing. */
public abstract class DurabilityContract extends EngineContract {
    protected DurabilityContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    @Test
    void entriesComeBackUnchanged() {
        CommitDraft draft = new CommitDraft();
        for (String position : TRICKY_POSITIONS) {
            draft.put(TABLE, key("a\0", position), bytes("at " + position))
                    .derivePut(GLOBAL_INDEX, key("g", position), bytes("derived"));
        }
        assertCommitted(draft);
        delete(TABLE, key("a\0", "a"));
        long version = version(TABLE, key("a\0", "b"));

        reopen();

        List<String> left = new ArrayList<>(TRICKY_POSITIONS);
        left.remove("a");
        assertThat(positions(TABLE, "a\0")).isEqualTo(left);
        assertThat(positions(GLOBAL_INDEX, "g")).isEqualTo(TRICKY_POSITIONS);
        assertThat(requireNonNull(get(TABLE, key("a\0", "b"))).version()).isEqualTo(version);
        assertThat(value(TABLE, key("a\0", "b"))).isEqualTo("at b");
    }

    @Test
    void anExpectationReadBeforeHoldsAfterwards() {
        EntryKey key = key("a", "1");
        put(TABLE, key, "old");
        long version = version(TABLE, key);

        reopen();

        assertCommitted(new CommitDraft().expect(TABLE, key, version).put(TABLE, key, bytes("new")));
        assertThat(value(TABLE, key)).isEqualTo("new");
    }

    @Test
    void createdTreesAreThereAndDroppedOnesAreNot() {
        put(TABLE, key("a", "1"), "kept");
        put(GLOBAL_INDEX, key("a", "1"), "dropped");
        engine.drop(GLOBAL_INDEX);

        reopen();

        assertThat(value(TABLE, key("a", "1"))).isEqualTo("kept");
        put(LOCAL_INDEX, key("a", "1"), "still there");
        assertThat(scan(GLOBAL_INDEX, TokenRange.ALL, null)).isEmpty();
        assertThat(engine.commit(new CommitDraft()
                        .put(GLOBAL_INDEX, key("a", "1"), bytes("v"))
                        .done()))
                .isEqualTo(new CommitResult.NoTree(GLOBAL_INDEX));
    }

    @Test
    void versionsNeverRepeat() {
        EntryKey key = key("a", "1");
        List<Long> versions = new ArrayList<>();
        for (int opening = 0; opening < 4; opening++) {
            for (int i = 0; i < 5; i++) {
                put(TABLE, key, "same");
                versions.add(version(TABLE, key));
                delete(TABLE, key);
            }
            reopen();
        }

        assertThat(versions).hasSize(20).doesNotHaveDuplicates().doesNotContain(0L);
    }

    @Test
    void sizesComeBackAndGoOnCounting() {
        assertCommitted(new CommitDraft()
                .grow(TABLE, bytes("a"), 2, 20)
                .grow(TABLE, bytes("b"), 1, 5)
                .grow(GLOBAL_INDEX, null, 7, 70));

        reopen();

        assertThat(engine.size(TABLE)).isEqualTo(new Size(3, 25));
        assertThat(engine.size(TABLE, bytes("a"))).isEqualTo(new Size(2, 20));
        assertThat(engine.size(GLOBAL_INDEX)).isEqualTo(new Size(7, 70));

        assertCommitted(new CommitDraft().grow(TABLE, bytes("a"), -1, -8).grow(TABLE, bytes("b"), -1, -5));
        assertThat(engine.size(TABLE)).isEqualTo(new Size(1, 12));
        assertThat(engine.size(TABLE, bytes("a"))).isEqualTo(new Size(1, 12));
        assertThat(engine.size(TABLE, bytes("b"))).isEqualTo(Size.ZERO);

        reopen();

        assertThat(engine.size(TABLE)).isEqualTo(new Size(1, 12));
        assertThat(engine.size(TABLE, bytes("b"))).isEqualTo(Size.ZERO);
    }
}
