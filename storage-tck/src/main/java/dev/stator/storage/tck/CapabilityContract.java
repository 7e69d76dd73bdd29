package dev.stator.storage.tck;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stator.storage.Capability;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.Size;
import dev.stator.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    void withDurableEverythingIsLeftAfterReopening() {
        assumeTrue(engine.capabilities().contains(Capability.DURABLE));
        put(TABLE, key("a", "1"), "kept");

        reopen();

        assertThat(value(TABLE, key("a", "1"))).isEqualTo("kept");
    }

    @Test
    void aCheckpointIsAnEngineOfItsOwnWithWhatWasThere(@TempDir Path temporary) {
        assumeTrue(engine.capabilities().contains(Capability.CHECKPOINT));
        put(TABLE, key("a", "1"), "before");
        assertCommitted(new CommitDraft().grow(TABLE, bytes("a"), 1, 6));
        Path folder = temporary.resolve("backups").resolve("monday");

        engine.checkpoint(folder);
        put(TABLE, key("a", "1"), "afterwards");

        try (Engine copy = host.openCheckpoint(folder)) {
            Entry entry = requireNonNull(copy.get(TABLE, bytes("a"), bytes("1"), Consistency.STRONG));
            assertThat(text(entry.value())).isEqualTo("before");
            assertThat(copy.size(TABLE, bytes("a"))).isEqualTo(new Size(1, 6));
            CommitDraft own = new CommitDraft().put(TABLE, key("b", "1"), bytes("own"));
            assertThat(copy.commit(own.done())).isEqualTo(CommitResult.COMMITTED);
        }
        assertThat(value(TABLE, key("b", "1"))).isNull();
        assertThat(value(TABLE, key("a", "1"))).isEqualTo("afterwards");
    }

    @Test
    void aCheckpointOverwritesNothing(@TempDir Path existing) throws IOException {
        assumeTrue(engine.capabilities().contains(Capability.CHECKPOINT));
        Path file = Files.writeString(existing.resolve("file"), "somebody's");

        assertThatThrownBy(() -> engine.checkpoint(existing)).isInstanceOf(StorageException.Unavailable.class);
        assertThat(file).hasContent("somebody's");
    }

    @Test
    void withoutCheckpointItIsRefused() {
        assumeFalse(engine.capabilities().contains(Capability.CHECKPOINT));

        assertThatThrownBy(() -> engine.checkpoint(Path.of("unused")))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void withoutSnapshotItIsRefused() {
        assumeFalse(engine.capabilities().contains(Capability.SNAPSHOT));

        assertThatThrownBy(engine::snapshot).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void theCapabilitiesCannotBeChanged() {
        var capabilities = engine.capabilities();

        assertThatThrownBy(capabilities::clear).isInstanceOf(UnsupportedOperationException.class);
    }
}
