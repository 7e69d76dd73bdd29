package dev.stator.core.write;

import dev.stator.storage.EntryKey;
import dev.stator.storage.StripedLocks;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps order among those who meet conflicts. Everybody tries at once, without a lock; who meets a conflict queues for the
 * item collections he wants, and tries again when it is his turn. While somebody has his turn, newcomers queue behind him,
 * so that only attempts that were under way before can still come between: a hot item goes at the speed of its commits, and
 * a transaction over many items is not overtaken for ever.
 *
 * <p>The queues are for speed and fairness. That a result is right is the engine's business, which checks expectations.
 */
public final class Contention {
    private static final int STRIPES = 512;

    private final StripedLocks queues = new StripedLocks(STRIPES);

    /** One try of read, decide and commit. */
    @FunctionalInterface
    public interface Attempt<T> {
        /** The result, or null after a conflict. */
        @Nullable
        T run();
    }

    /**
     * Tries until there is a result.
     *
     * @param keys        the items that the attempt is about
     * @param attemptsMax how often to try in the queue
     * @return the result, or null if there was none within the bound
     */
    public <T> @Nullable T resolve(List<EntryKey> keys, int attemptsMax, Attempt<T> attempt) {
        int[] hashes = hashes(keys);
        if (!queues.isAnyHeld(hashes)) {
            T result = attempt.run();
            if (result != null) {
                return result;
            }
        }
        int[] held = queues.lock(hashes);
        try {
            for (int i = 0; i < attemptsMax; i++) {
                T result = attempt.run();
                if (result != null) {
                    return result;
                }
            }
            return null;
        } finally {
            queues.unlock(held);
        }
    }

    /** Whether somebody has his turn at one of these items, so that others had better queue. */
    boolean isContended(List<EntryKey> keys) {
        return queues.isAnyHeld(hashes(keys));
    }

    private static int[] hashes(List<EntryKey> keys) {
        return keys.stream().mapToInt(key -> Arrays.hashCode(key.collection())).toArray();
    }
}
