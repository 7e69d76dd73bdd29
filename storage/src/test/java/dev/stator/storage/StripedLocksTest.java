package dev.stator.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class StripedLocksTest {
    private final StripedLocks locks = new StripedLocks(16);

    @Test
    void aStripeIsTakenOnceHoweverOftenItsKeysAreNamed() {
        int[] held = locks.lock(new int[] {5, 3, 5, 3 + 16, 3});

        assertThat(held).containsExactly(3, 5);
        locks.unlock(held);
        assertThat(canBeLockedByOthers(3)).isTrue();
    }

    @Test
    void aHeldStripeKeepsOthersOut() {
        int[] held = locks.lock(new int[] {3});

        assertThat(canBeLockedByOthers(3)).isFalse();
        assertThat(canBeLockedByOthers(4)).isTrue();
        locks.unlock(held);
    }

    @Test
    void aHeldStripeIsSeenByThoseWhoOnlyLook() {
        int[] held = locks.lock(new int[] {3});

        assertThat(locks.isAnyHeld(new int[] {5, 3 + 16})).isTrue();
        assertThat(locks.isAnyHeld(new int[] {5, 4})).isFalse();
        locks.unlock(held);
        assertThat(locks.isAnyHeld(new int[] {3})).isFalse();
    }

    @Test
    void negativeHashesHaveAStripeToo() {
        locks.unlock(locks.lock(new int[] {Integer.MIN_VALUE, -1, -17}));
    }

    @Test
    void lockingAllKeepsEverybodyOut() {
        locks.lockAll();
        assertThat(canBeLockedByOthers(0)).isFalse();
        assertThat(canBeLockedByOthers(15)).isFalse();

        locks.unlockAll();
        assertThat(canBeLockedByOthers(0)).isTrue();
    }

    @Test
    void theCountIsAPowerOfTwo() {
        assertThatThrownBy(() -> new StripedLocks(12)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new StripedLocks(0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Tries from another thread, which ends by itself as soon as the lock is free. */
    private boolean canBeLockedByOthers(int hash) {
        Thread other = Thread.ofPlatform().daemon().start(() -> locks.unlock(locks.lock(new int[] {hash})));
        while (true) {
            switch (other.getState()) {
                case WAITING -> {
                    return false;
                }
                case TERMINATED -> {
                    return true;
                }
                default -> Thread.onSpinWait();
            }
        }
    }
}
