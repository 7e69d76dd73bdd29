package dev.stator.core.serializability;

import dev.stator.core.ForwardingEngine;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.Tree;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** An engine that now and then takes its time, so that others come between two reads and before a commit. */
public final class PausingEngine extends ForwardingEngine {
    private static final int PAUSE_ONE_IN = 8;
    private static final long PAUSE_NANOS_MAX = 200_000;

    public PausingEngine(Engine engine) {
        super(engine);
    }

    @Override
    public @Nullable Entry get(Tree tree, byte[] collection, byte[] position, Consistency consistency) {
        Entry entry = super.get(tree, collection, position, consistency);
        pauseNowAndThen();
        return entry;
    }

    @Override
    public CommitResult commit(Commit commit) {
        pauseNowAndThen();
        return super.commit(commit);
    }

    private static void pauseNowAndThen() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextInt(PAUSE_ONE_IN) == 0) {
            LockSupport.parkNanos(random.nextLong(PAUSE_NANOS_MAX));
        }
    }
}
