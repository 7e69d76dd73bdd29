package dev.stator.core;

import dev.stator.core.capacity.CapacityObserver;
import dev.stator.core.housekeeping.Timer;
import java.time.Duration;

/**
 * How a database behaves where there is a choice.
 *
 * @param timeToLiveDelay for how long an item stays after it has expired
 * @param timer           when to look for what the database does by itself; {@link Timer#NEVER} leaves that to
 *                        {@link Database#runDue}
 * @param observer        is told what each request consumes
 */
public record Options(Limits limits, Duration timeToLiveDelay, Timer timer, CapacityObserver observer) {
    /**
     * DynamoDB's limits, and a database that looks after itself. It deletes expired items soon: DynamoDB may do so at any
     * time, and a test that waits for it should not have to wait for days.
     */
    public static final Options DEFAULTS =
            new Options(Limits.DYNAMODB, Duration.ZERO, Timer.SHARED, CapacityObserver.NONE);

    public Options withLimits(Limits newLimits) {
        return new Options(newLimits, timeToLiveDelay, timer, observer);
    }

    public Options withTimeToLiveDelay(Duration newTimeToLiveDelay) {
        return new Options(limits, newTimeToLiveDelay, timer, observer);
    }

    public Options withTimer(Timer newTimer) {
        return new Options(limits, timeToLiveDelay, newTimer, observer);
    }

    public Options withObserver(CapacityObserver newObserver) {
        return new Options(limits, timeToLiveDelay, timer, newObserver);
    }
}
