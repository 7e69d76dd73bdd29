package dev.stator.storage;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A fixed number of locks that stand for any number of keys: an engine locks the stripes of everything a commit relies on.
 * Stripes are always taken in ascending order, so commits over overlapping keys cannot wait for each other in a circle.
 */
public final class StripedLocks {
    private final ReentrantLock[] stripes;

    /** @param count a power of two; the more, the rarer two unrelated keys share a stripe */
    public StripedLocks(int count) {
        if (Integer.bitCount(count) != 1) {
            throw new IllegalArgumentException(count + " stripes are not a power of two");
        }
        stripes = new ReentrantLock[count];
        Arrays.setAll(stripes, stripe -> new ReentrantLock());
    }

    /** Waits for the stripes of these key hashes, whatever their order, and returns what {@link #unlock} needs. */
    public int[] lock(int[] hashes) {
        int[] held = distinctStripes(hashes);
        for (int stripe : held) {
            stripes[stripe].lock();
        }
        return held;
    }

    /** Releases what {@link #lock} took. */
    public void unlock(int[] held) {
        for (int stripe : held) {
            stripes[stripe].unlock();
        }
    }

    /** Whether somebody holds one of the stripes of these key hashes right now. */
    public boolean isAnyHeld(int[] hashes) {
        for (int hash : hashes) {
            if (stripes[stripe(hash)].isLocked()) {
                return true;
            }
        }
        return false;
    }

    /** Waits for every stripe, so that no commit is under way. */
    public void lockAll() {
        for (ReentrantLock stripe : stripes) {
            stripe.lock();
        }
    }

    /** Releases what {@link #lockAll} took. */
    public void unlockAll() {
        for (ReentrantLock stripe : stripes) {
            stripe.unlock();
        }
    }

    private int[] distinctStripes(int[] hashes) {
        int[] sorted = new int[hashes.length];
        for (int i = 0; i < hashes.length; i++) {
            sorted[i] = stripe(hashes[i]);
        }
        Arrays.sort(sorted);
        int count = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[count++] = sorted[i];
            }
        }
        return count == sorted.length ? sorted : Arrays.copyOf(sorted, count);
    }

    private int stripe(int hash) {
        // Array hashes differ mostly in their low bits, but not only there.
        return (hash ^ (hash >>> 16)) & (stripes.length - 1);
    }
}
