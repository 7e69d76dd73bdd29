package dev.stator.storage.cassandra;

import dev.stator.storage.tck.CapabilityContract;
import dev.stator.storage.tck.CommitContract;
import dev.stator.storage.tck.ConcurrencyContract;
import dev.stator.storage.tck.DurabilityContract;
import dev.stator.storage.tck.GetContract;
import dev.stator.storage.tck.LifecycleContract;
import dev.stator.storage.tck.ModelContract;
import dev.stator.storage.tck.ScanContract;
import dev.stator.storage.tck.SharedContract;
import dev.stator.storage.tck.SizeContract;
import dev.stator.storage.tck.SliceContract;
import dev.stator.storage.tck.SnapshotContract;
import org.junit.jupiter.api.Nested;

/** The Cassandra engine under the whole contract, on one real node. */
final class CassandraEngineTest {
    @Nested
    final class Gets extends GetContract {
        Gets() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Slices extends SliceContract {
        Slices() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Scans extends ScanContract {
        Scans() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Commits extends CommitContract {
        Commits() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Sizes extends SizeContract {
        Sizes() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Lifecycle extends LifecycleContract {
        Lifecycle() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Capabilities extends CapabilityContract {
        Capabilities() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Sharing extends SharedContract {
        Sharing() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Snapshots extends SnapshotContract {
        Snapshots() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Concurrency extends ConcurrencyContract {
        Concurrency() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Durability extends DurabilityContract {
        Durability() {
            super(KeyspaceHost::new);
        }
    }

    @Nested
    final class Model extends ModelContract {
        Model() {
            super(KeyspaceHost::new);
        }
    }
}
