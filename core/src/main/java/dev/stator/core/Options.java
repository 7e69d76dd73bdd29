package dev.stator.core;

import dev.stator.core.housekeeping.Timer;

/**
 * How a database behaves where there is a choice.
 *
 * @param timer when to look for what the database does by itself; {@link Timer#NEVER} leaves that to {@link Database#runDue}
 */
public record Options(Limits limits, Timer timer) {
    /** DynamoDB's limits, and a database that looks after itself. */
    public static final Options DEFAULTS = new Options(Limits.DYNAMODB, Timer.SHARED);

    public Options withLimits(Limits newLimits) {
        return new Options(newLimits, timer);
    }

    public Options withTimer(Timer newTimer) {
        return new Options(limits, newTimer);
    }
}
