package dev.stator.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stator.storage.Capability;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Both sides of each {@link Capability}: what an engine does that has it, and what one does that lacks it. */
public abstract class CapabilityContract extends EngineContract {
    protected CapabilityContract(Supplier<EngineHost> hosts) {
        super(hosts);
    }

    @Test
    void withDerivedInCommitADerivedChangeIsVisibleAtOnce() {
        assumeTrue(engine.capabilities().contains(Capability.DERIVED_IN_COMMIT));
        for (int i = 0; i < 50; i++) {
            assertCommitted(new CommitDraft()
                    .put(TABLE, key("item", "" + i), bytes("v"))
                    .derivePut(GLOBAL_INDEX, key("index", "" + i), bytes("projected")));
            assertThat(value(GLOBAL_INDEX, key("index", "" + i))).isEqualTo("projected");

            assertCommitted(new CommitDraft()
                    .delete(TABLE, key("item", "" + i))
                    .deriveDelete(GLOBAL_INDEX, key("index", "" + i)));
            assertThat(value(GLOBAL_INDEX, key("index", "" + i))).isNull();
        }
    }

    @Test
    void withoutDurableNothingIsLeftAfterReopening() {
        assumeFalse(engine.capabilities().contains(Capability.DURABLE));
        put(TABLE, key("a", "1"), "lost");

        reopen();
        engine.create(TABLE);

        assertThat(value(TABLE, key("a", "1"))).isNull();
    }

    @Test
    void withoutCheckpointItIsRefused() {
        assumeFalse(engine.capabilities().contains(Capability.CHECKPOINT));

        assertThatThrownBy(() -> engine.checkpoint(Path.of("unused")))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void theCapabilitiesCannotBeChanged() {
        var capabilities = engine.capabilities();

        assertThatThrownBy(capabilities::clear).isInstanceOf(UnsupportedOperationException.class);
    }
}
