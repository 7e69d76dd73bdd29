package dev.stator.core.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.housekeeping.Task.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HousekeepingTest {
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    /** Alarms that are set, in their order; they ring when the test wants. */
    private final List<Runnable> alarms = new ArrayList<>();
    /** What happened, in its order. */
    private final List<String> log = new ArrayList<>();

    private final Timer timer = (delay, ring) -> {
        assertThat(delay).isEqualTo(INTERVAL);
        alarms.add(ring);
        return () -> alarms.remove(ring);
    };
    private Instant now = NOW;
    private final Housekeeping housekeeping = new Housekeeping(() -> now, timer, Runnable::run);

    private Housekeeping.Chore add(String name, Outcome... outcomes) {
        Queue<Outcome> left = new ArrayDeque<>(List.of(outcomes));
        return housekeeping.add(name, INTERVAL, time -> {
            log.add(name + "+" + Duration.between(NOW, time).toSeconds());
            return left.isEmpty() ? Outcome.IDLE : left.remove();
        });
    }

    private void ring() {
        alarms.removeFirst().run();
    }

    @Test
    void anIdleTaskIsNotLookedAtUntilItIsWoken() {
        Housekeeping.Chore chore = add("a", Outcome.IDLE);
        assertThat(alarms).isEmpty();

        chore.wake();
        chore.wake();
        assertThat(alarms).hasSize(1);
        ring();

        assertThat(log).containsExactly("a+0");
        assertThat(alarms).isEmpty();
    }

    @Test
    void aTaskThatWillHaveSomethingToDoIsLookedAtAgain() {
        add("a", Outcome.LATER, Outcome.LATER, Outcome.IDLE).wake();

        ring();
        now = NOW.plusSeconds(60);
        ring();
        ring();

        assertThat(log).containsExactly("a+0", "a+60", "a+60");
        assertThat(alarms).isEmpty();
    }

    @Test
    void aTaskThatHasMoreToDoGoesOnAtOnceAndByTheSameTime() {
        housekeeping
                .add("a", INTERVAL, time -> {
                    log.add("a+" + Duration.between(NOW, time).toSeconds());
                    now = now.plusSeconds(1);
                    return log.size() < 3 ? Outcome.MORE : Outcome.IDLE;
                })
                .wake();

        ring();

        assertThat(log).containsExactly("a+0", "a+0", "a+0");
    }

    @Test
    void whatIsAddedBehindAStepIsNotForgotten() {
        AtomicReference<Housekeeping.Chore> self = new AtomicReference<>();
        self.set(housekeeping.add("a", INTERVAL, time -> {
            self.get().wake();
            return Outcome.IDLE;
        }));

        self.get().wake();
        ring();

        assertThat(alarms).hasSize(1);
    }

    @Test
    void anErrorDoesNotEndATask() {
        Housekeeping.Chore broken = housekeeping.add("the test's broken task", INTERVAL, time -> {
            log.add("broken");
            throw new IllegalStateException("this is part of the test");
        });
        add("b");

        broken.wake();
        ring();
        assertThat(alarms).hasSize(1);
        housekeeping.runDue();

        assertThat(log).containsExactly("broken", "broken", "b+0");
        assertThat(alarms).hasSize(1);
    }

    @Test
    void onACallAllThatIsDueHappensAndAlarmsDoNotPileUp() {
        add("a", Outcome.LATER).wake();
        add("b", Outcome.MORE, Outcome.MORE, Outcome.LATER);
        now = NOW.plusSeconds(5);

        housekeeping.runDue();

        assertThat(log).containsExactly("a+5", "b+5", "b+5", "b+5");
        assertThat(alarms).hasSize(2);
    }

    @Test
    void aCallReturnsWhenWhatOthersHaveBegunHasHappened() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        add(begun, go);
        Thread other = Thread.ofVirtual().start(housekeeping::runDue);
        begun.await();
        Thread caller = Thread.ofPlatform().start(() -> {
            housekeeping.runDue();
            log.add("returned");
        });
        awaitWaiting(caller);

        go.countDown();
        other.join();
        caller.join();

        assertThat(log).containsExactly("stepped", "stepped", "stepped", "returned");
    }

    @Test
    void closingWaitsForTheRunningStepAndBeginsNoOther() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Housekeeping.Chore chore = add(begun, go);
        Thread other = Thread.ofVirtual().start(housekeeping::runDue);
        begun.await();
        Thread closer = Thread.ofPlatform().start(() -> {
            housekeeping.close();
            log.add("closed");
        });
        awaitWaiting(closer);

        go.countDown();
        other.join();
        closer.join();
        housekeeping.runDue();
        chore.wake();

        assertThat(log).containsExactly("stepped", "closed");
        assertThat(alarms).isEmpty();
    }

    /** A task whose first step waits, and which has a second one to do. */
    private Housekeeping.Chore add(CountDownLatch begun, CountDownLatch go) {
        return housekeeping.add("a", INTERVAL, time -> {
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            log.add("stepped");
            return log.size() < 2 ? Outcome.MORE : Outcome.IDLE;
        });
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theSharedTimerRings() throws InterruptedException {
        CountDownLatch rung = new CountDownLatch(1);

        Timer.SHARED.after(Duration.ofMillis(1), rung::countDown);

        assertThat(rung.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theSharedTimerKeepsNothingOfWhatIsCancelled() {
        SharedTimer shared = new SharedTimer();
        Timer.Alarm alarm = shared.after(Duration.ofHours(1), () -> {});
        assertThat(shared.alarms()).isEqualTo(1);

        alarm.cancel();

        assertThat(shared.alarms()).isZero();
    }
}
