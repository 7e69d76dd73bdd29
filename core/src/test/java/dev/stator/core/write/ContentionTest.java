package dev.stator.core.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.EntryKey;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ContentionTest {
    private static final EntryKey KEY = new EntryKey(new byte[] {1}, new byte[0]);
    private static final EntryKey OTHER = new EntryKey(new byte[] {2}, new byte[0]);

    private final Contention contention = new Contention();

    @Test
    void whoMeetsNoConflictNeverQueues() {
        assertThat(contention.<Boolean>resolve(List.of(KEY), 1, () -> contention.isContended(List.of(KEY))))
                .isFalse();
    }

    @Test
    void whoMeetsAConflictTriesAgainInHisTurn() {
        AtomicInteger attempts = new AtomicInteger();

        Boolean inTurn = contention.<Boolean>resolve(
                List.of(KEY), 5, () -> attempts.incrementAndGet() < 4 ? null : contention.isContended(List.of(KEY)));

        assertThat(inTurn).isTrue();
        assertThat(attempts).hasValue(4);
        assertThat(contention.isContended(List.of(KEY))).isFalse();
    }

    @Test
    void theBoundIsKept() {
        AtomicInteger attempts = new AtomicInteger();

        assertThat(contention.<Boolean>resolve(List.of(KEY), 5, () -> {
                    attempts.incrementAndGet();
                    return null;
                }))
                .isNull();

        assertThat(attempts).hasValue(6);
    }

    @Test
    void newcomersQueueBehindWhoHasHisTurn() throws InterruptedException {
        AtomicInteger newcomersAttempts = new AtomicInteger();
        AtomicReference<Thread.State> newcomersState = new AtomicReference<>();
        Thread newcomer = Thread.ofPlatform()
                .daemon()
                .unstarted(() -> contention.<Boolean>resolve(
                        List.of(OTHER, KEY), 1, () -> newcomersAttempts.incrementAndGet() > 0));
        AtomicInteger attempts = new AtomicInteger();

        contention.<Boolean>resolve(List.of(KEY), 5, () -> {
            if (attempts.incrementAndGet() == 1) {
                return null;
            }
            newcomer.start();
            newcomersState.set(stateWhenWaitingOrDone(newcomer));
            return true;
        });

        assertThat(newcomersState).hasValue(Thread.State.WAITING);
        newcomer.join();
        assertThat(newcomersAttempts).hasValue(1);
    }

    private static Thread.State stateWhenWaitingOrDone(Thread thread) {
        while (true) {
            Thread.State state = thread.getState();
            if (state == Thread.State.WAITING || state == Thread.State.TERMINATED) {
                return state;
            }
            Thread.onSpinWait();
        }
    }
}
