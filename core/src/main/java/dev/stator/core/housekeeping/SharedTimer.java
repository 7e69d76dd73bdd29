package dev.stator.core.housekeeping;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The timer of all databases of the process. */
final class SharedTimer implements Timer {
    private static final long IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor alarms;

    SharedTimer() {
        alarms = new ScheduledThreadPoolExecutor(
                1,
                ring -> Thread.ofPlatform().name("stator-housekeeping").daemon().unstarted(ring));
        // What a closed database had set must not hold its memory; and without alarms there is no thread.
        alarms.setRemoveOnCancelPolicy(true);
        alarms.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        alarms.allowCoreThreadTimeOut(true);
    }

    @Override
    public Alarm after(Duration delay, Runnable ring) {
        Future<?> alarm = alarms.schedule(ring, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    }

    /** How many alarms are set. */
    int alarms() {
        return alarms.getQueue().size();
    }
}
