package dev.stator.core;

import dev.stator.core.capacity.CapacityObserver;
import dev.stator.core.housekeeping.Timer;

/**
 * How a database behaves where there is a choice.
 *
 * @param timer    when to look for what the database does by itself; {@link Timer#NEVER} leaves that to
 *                 {@link Database#runDue}
 * @param observer is told what each request consumes
 */
public record Options(Limits limits, Timer timer, CapacityObserver observer) {
    /** DynamoDB's limits, and a database that looks after itself. */
    public static final Options DEFAULTS = new Options(Limits.DYNAMODB, Timer.SHARED, CapacityObserver.NONE);

    public Options withLimits(Limits newLimits) {
        return new Options(newLimits, timer, observer);
    }

    public Options withTimer(Timer newTimer) {
        return new Options(limits, newTimer, observer);
    }

    public Options withObserver(CapacityObserver newObserver) {
        return new Options(limits, timer, newObserver);
    }
}
