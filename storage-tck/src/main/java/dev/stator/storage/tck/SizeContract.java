package dev.stator.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.Size;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The contract of {@link dev.stator.storage.Engine#size}. */
public abstract class SizeContract extends EngineContract {
    protected SizeContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    @Test
    void nothingCountedIsZero() {
        put(TABLE, key("a", "1"), "not counted");

        assertThat(engine.size(TABLE)).isEqualTo(Size.ZERO);
        assertThat(engine.size(TABLE, bytes("a"))).isEqualTo(Size.ZERO);
        assertThat(engine.size(UNKNOWN)).isEqualTo(Size.ZERO);
        assertThat(engine.size(UNKNOWN, bytes("a"))).isEqualTo(Size.ZERO);
    }

    @Test
    void growthAddsUp() {
        assertCommitted(new CommitDraft().grow(TABLE, null, 2, 100).grow(GLOBAL_INDEX, null, 1, 30));
        assertCommitted(new CommitDraft().grow(TABLE, null, 3, 50).grow(TABLE, null, -1, -20));

        assertThat(engine.size(TABLE)).isEqualTo(new Size(4, 130));
        assertThat(engine.size(GLOBAL_INDEX)).isEqualTo(new Size(1, 30));
        assertThat(engine.size(LOCAL_INDEX)).isEqualTo(Size.ZERO);
    }

    @Test
    void aCollectionIsCountedWhereTheGrowthNamesIt() {
        assertCommitted(new CommitDraft()
                .grow(TABLE, bytes("a"), 1, 10)
                .grow(TABLE, bytes("a\0"), 1, 20)
                .grow(LOCAL_INDEX, bytes("a"), 1, 5)
                .grow(TABLE, null, 1, 40));
        assertCommitted(new CommitDraft().grow(TABLE, bytes("a"), 1, 3).grow(TABLE, bytes("a"), 2, 4));

        assertThat(engine.size(TABLE)).isEqualTo(new Size(6, 77));
        assertThat(engine.size(TABLE, bytes("a"))).isEqualTo(new Size(4, 17));
        assertThat(engine.size(TABLE, bytes("a\0"))).isEqualTo(new Size(1, 20));
        assertThat(engine.size(TABLE, bytes("b"))).isEqualTo(Size.ZERO);
        assertThat(engine.size(LOCAL_INDEX, bytes("a"))).isEqualTo(new Size(1, 5));
    }

    @Test
    void aCollectionThatShrinksToNothingIsZero() {
        assertCommitted(new CommitDraft().grow(TABLE, bytes("a"), 1, 10));
        assertCommitted(new CommitDraft().grow(TABLE, bytes("a"), -1, -10));

        assertThat(engine.size(TABLE, bytes("a"))).isEqualTo(Size.ZERO);
        assertThat(engine.size(TABLE)).isEqualTo(Size.ZERO);

        assertCommitted(new CommitDraft().grow(TABLE, bytes("a"), 1, 7));
        assertThat(engine.size(TABLE, bytes("a"))).isEqualTo(new Size(1, 7));
    }
}
