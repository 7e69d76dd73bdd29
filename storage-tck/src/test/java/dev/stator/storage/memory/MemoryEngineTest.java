package dev.stator.storage.memory;

import dev.stator.storage.Engine;
import dev.stator.storage.tck.CapabilityContract;
import dev.stator.storage.tck.CommitContract;
import dev.stator.storage.tck.ConcurrencyContract;
import dev.stator.storage.tck.EngineHost;
import dev.stator.storage.tck.GetContract;
import dev.stator.storage.tck.LifecycleContract;
import dev.stator.storage.tck.ModelContract;
import dev.stator.storage.tck.ScanContract;
import dev.stator.storage.tck.SharedContract;
import dev.stator.storage.tck.SizeContract;
import dev.stator.storage.tck.SliceContract;
import dev.stator.storage.tck.SnapshotContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** The memory engine under the whole contract; it stands here because the contract depends on its module. */
final class MemoryEngineTest {
    private static EngineHost host() {
        return new EngineHost() {
            @Override
            public Engine open() {
                return new MemoryEngine();
            }

            @Override
            public Engine openCheckpoint(Path folder) {
                throw new UnsupportedOperationException("the memory engine writes no checkpoints");
            }

            @Override
            public int repetitions() {
                return 60;
            }

            @Override
            public void close() {
                // The heap needs no tidying.
            }
        };
    }

    @Nested
    final class Gets extends GetContract {
        Gets() {
            super(MemoryEngineTest::host);
        }
    }

    @Nested
    final class Slices extends SliceContract {
        Slices() {
            super(MemoryEngineTest::host);
        }
    }

    @Nested
    final class Scans extends ScanContract {
        Scans() {
            super(MemoryEngineTest::host);
        }
    }

    @Nested
    final class Commits extends CommitContract {
        Commits() {
            super(MemoryEngineTest::host);
        }
    }

    @Nested
    final class Sizes extends SizeContract {
        Sizes() {
            super(MemoryEngineTest::host);
        }
    }

    @Nested
    final class Sharing extends SharedContract {
        Sharing() {
            super(MemoryEngineTest::host);
        }
    }

    @Nested
    final class Lifecycle extends LifecycleContract {
        Lifecycle() {
            super(MemoryEngineTest::host);
        }
    }

    @Nested
    final class Capabilities extends CapabilityContract {
        Capabilities() {
            super(MemoryEngineTest::host);
        }
    }

    @Nested
    final class Snapshots extends SnapshotContract {
        Snapshots() {
            super(MemoryEngineTest::host);
        }
    }

    @Nested
    final class Concurrency extends ConcurrencyContract {
        Concurrency() {
            super(MemoryEngineTest::host);
        }
    }

    @Nested
    final class Model extends ModelContract {
        Model() {
            super(MemoryEngineTest::host);
        }
    }
}
