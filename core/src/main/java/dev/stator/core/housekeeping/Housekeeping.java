package dev.stator.core.housekeeping;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a database does by itself from time to time. The {@link Timer} only says when to look again; what is due then, the
 * database's clock says. So who moves the clock himself calls {@link #runDue} afterwards, and needs no timer.
 *
 * <p>A task that says it is idle costs nothing until it is woken: no alarm, no thread. Of these a process may have many.
 */
public final class Housekeeping implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

    private final InstantSource clock;
    private final Timer timer;
    private final Executor background;
    private final boolean isShared;
    private final List<Chore> chores = new CopyOnWriteArrayList<>();
    /** Held, for moments, while alarms are set and cancelled. */
    private final ReentrantLock alarms = new ReentrantLock();

    private volatile boolean closed;

    /** Of a process that is alone. */
    public Housekeeping(InstantSource clock, Timer timer, Executor background) {
        this(clock, timer, background, false);
    }

    /**
     * Without tasks.
     *
     * @param background runs the tasks when the timer rings; they block
     * @param isShared   whether other processes may add what is due, so that no task is ever idle
     */
    public Housekeeping(InstantSource clock, Timer timer, Executor background, boolean isShared) {
        this.isShared = isShared;
        this.clock = clock;
        this.timer = timer;
        this.background = background;
    }

    /**
     * Adds a task, which is idle at first.
     *
     * @param name     what the log calls it when it fails
     * @param interval how long after being woken, or after its last step, to look whether something is due
     */
    public Chore add(String name, Duration interval, Task task) {
        Chore chore = new Chore(name, interval, task);
        chores.add(chore);
        if (isShared) {
            chore.wake();
        }
        return chore;
    }

    /**
     * Does all that is due by the clock as it is at the call, and returns when it has happened, what another thread had
     * begun included. A task that fails is logged, and goes on the next time.
     */
    public void runDue() {
        Instant now = clock.instant();
        chores.forEach(chore -> chore.run(now));
    }

    /** Lets the steps that are running end, and begins no others. */
    @Override
    public void close() {
        closed = true;
        chores.forEach(Chore::end);
    }

    /** A task that was added. */
    public final class Chore {
        private final String name;
        private final Duration interval;
        private final Task task;
        /** Held while steps are running. */
        private final ReentrantLock running = new ReentrantLock();

        private volatile boolean awake;
        private Timer.@Nullable Alarm alarm;

        private Chore(String name, Duration interval, Task task) {
            this.name = name;
            this.interval = interval;
            this.task = task;
        }

        /** To be called when something was added that will be due; cheap if the task is awake. */
        public void wake() {
            if (awake) {
                return;
            }
            alarms.lock();
            try {
                if (!awake && !closed) {
                    awake = true;
                    alarm = timer.after(interval, this::ring);
                }
            } finally {
                alarms.unlock();
            }
        }

        private void sleep() {
            alarms.lock();
            try {
                if (alarm != null) {
                    alarm.cancel();
                }
                alarm = null;
                awake = false;
            } finally {
                alarms.unlock();
            }
        }

        private void ring() {
            try {
                background.execute(() -> run(clock.instant()));
            } catch (RejectedExecutionException e) {
                LOG.debug("{}: the database is being closed", name, e);
            }
        }

        private void run(Instant now) {
            running.lock();
            try {
                if (closed) {
                    return;
                }
                // Before the first step: what is added behind its back wakes the task again, and is not forgotten.
                sleep();
                if (runSteps(now) != Task.Outcome.IDLE || isShared) {
                    wake();
                }
            } finally {
                running.unlock();
            }
        }

        private Task.Outcome runSteps(Instant now) {
            try {
                Task.Outcome outcome = task.step(now);
                while (outcome == Task.Outcome.MORE && !closed) {
                    outcome = task.step(now);
                }
                return outcome;
            } catch (RuntimeException e) {
                LOG.warn("{} failed, and will be tried again", name, e);
                return Task.Outcome.LATER;
            }
        }

        private void end() {
            running.lock();
            try {
                sleep();
            } finally {
                running.unlock();
            }
        }
    }
}
