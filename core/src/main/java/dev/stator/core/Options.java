package dev.stator.core;

import dev.stator.core.capacity.CapacityObserver;
import dev.stator.core.housekeeping.Timer;
import java.time.Duration;

/**
 * How a database behaves where there is a choice.
 *
 * @param timeToLiveDelay   for how long an item stays after it has expired
 * @param timer             when to look for what the database does by itself; {@link Timer#NEVER} leaves that to {@link
 *                          Database#runDue}
 * @param observer          is told what each request consumes
 * @param enforceThroughput whether requests are refused that exceed the throughput of their tables
 */
public record Options(
        Limits limits, Duration timeToLiveDelay, Timer timer, CapacityObserver observer, boolean enforceThroughput) {
    /**
     * DynamoDB's limits, a database that looks after itself, and as many units as it can serve. It deletes expired items
     * soon: DynamoDB may do so at any time, and a test that waits for it should not have to wait for days.
     */
    public static final Options DEFAULTS =
            new Options(Limits.DYNAMODB, Duration.ZERO, Timer.SHARED, CapacityObserver.NONE, false);

    public Options withLimits(Limits newLimits) {
        return new Options(newLimits, timeToLiveDelay, timer, observer, enforceThroughput);
    }

    public Options withTimeToLiveDelay(Duration newTimeToLiveDelay) {
        return new Options(limits, newTimeToLiveDelay, timer, observer, enforceThroughput);
    }

    public Options withTimer(Timer newTimer) {
        return new Options(limits, timeToLiveDelay, newTimer, observer, enforceThroughput);
    }

    public Options withObserver(CapacityObserver newObserver) {
        return new Options(limits, timeToLiveDelay, timer, newObserver, enforceThroughput);
    }

    public Options withEnforceThroughput(boolean newEnforceThroughput) {
        return new Options(limits, timeToLiveDelay, timer, observer, newEnforceThroughput);
    }
}
