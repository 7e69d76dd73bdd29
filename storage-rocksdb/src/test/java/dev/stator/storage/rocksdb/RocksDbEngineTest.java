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
import dev.stator.storage.tck.SizeContract;
import dev.stator.storage.tck.SliceContract;
import org.junit.jupiter.api.Nested;

/** The RocksDB engine under the whole contract, with commits that are synced to the disk. */
final class RocksDbEngineTest {
    private static EngineHost host() {
        return new TemporaryHost(Durability.FSYNC);
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
    final class Durable extends DurabilityContract {
        Durable() {
            super(RocksDbEngineTest::host);
        }
    }
}
