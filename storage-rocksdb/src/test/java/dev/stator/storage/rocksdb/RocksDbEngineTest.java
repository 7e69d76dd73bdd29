package dev.stator.storage.rocksdb;

import dev.stator.storage.tck.CapabilityContract;
import dev.stator.storage.tck.CommitContract;
import dev.stator.storage.tck.ConcurrencyContract;
import dev.stator.storage.tck.DurabilityContract;
import dev.stator.storage.tck.EngineHost;
import dev.stator.storage.tck.GetContract;
import dev.stator.storage.tck.LifecycleContract;
import dev.stator.storage.tck.ModelContract;
import dev.stator.storage.tck.ScanContract;
import dev.stator.storage.tck.SharedContract;
import dev.stator.storage.tck.SizeContract;
import dev.stator.storage.tck.SliceContract;
import org.junit.jupiter.api.Nested;

/**
 * The RocksDB engine under the whole contract. What has nothing to do with durability runs without syncs, for they are most of
 * the time; {@link CrashTest} has them.
 */
final class RocksDbEngineTest {
    private static EngineHost host() {
        return new TemporaryHost(Durability.OS);
    }

    @Nested
    final class Gets extends GetContract {
        Gets() {
            super(RocksDbEngineTest::host);
        }
    }

    @Nested
    final class Slices extends SliceContract {
        Slices() {
            super(RocksDbEngineTest::host);
        }
    }

    @Nested
    final class Scans extends ScanContract {
        Scans() {
            super(RocksDbEngineTest::host);
        }
    }

    @Nested
    final class Commits extends CommitContract {
        Commits() {
            super(RocksDbEngineTest::host);
        }
    }

    @Nested
    final class Sizes extends SizeContract {
        Sizes() {
            super(RocksDbEngineTest::host);
        }
    }

    @Nested
    final class Sharing extends SharedContract {
        Sharing() {
            super(RocksDbEngineTest::host);
        }
    }

    @Nested
    final class Lifecycle extends LifecycleContract {
        Lifecycle() {
            super(RocksDbEngineTest::host);
        }
    }

    @Nested
    final class Capabilities extends CapabilityContract {
        Capabilities() {
            super(RocksDbEngineTest::host);
        }
    }

    @Nested
    final class Concurrency extends ConcurrencyContract {
        Concurrency() {
            super(RocksDbEngineTest::host);
        }
    }

    @Nested
    final class Model extends ModelContract {
        Model() {
            super(RocksDbEngineTest::host);
        }
    }

    @Nested
    final class DurableBySync extends DurabilityContract {
        DurableBySync() {
            super(() -> new TemporaryHost(Durability.FSYNC));
        }
    }

    @Nested
    final class DurableByLog extends DurabilityContract {
        DurableByLog() {
            super(() -> new TemporaryHost(Durability.OS));
        }
    }

    @Nested
    final class DurableByCleanClose extends DurabilityContract {
        DurableByCleanClose() {
            super(() -> new TemporaryHost(Durability.NONE));
        }
    }

    @Nested
    final class CapabilitiesWithoutLog extends CapabilityContract {
        CapabilitiesWithoutLog() {
            super(() -> new TemporaryHost(Durability.NONE));
        }
    }
}
