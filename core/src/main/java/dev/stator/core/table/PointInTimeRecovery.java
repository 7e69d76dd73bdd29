package dev.stator.core.table;

import java.time.Duration;
import java.time.Instant;

/**
 * That continuous backups of a table were asked for. It is described, and no backup is kept.
 *
 * @param since      when it was enabled
 * @param periodDays how many days back the table is to be restorable
 */
public record PointInTimeRecovery(Instant since, int periodDays) {
    /** The longest period, and what one gets without asking for another. */
    public static final int PERIOD_DAYS_MAX = 35;

    /** DynamoDB: the last minutes are not backed up yet. */
    private static final Duration LAG = Duration.ofMinutes(5);

    public Instant earliestRestorable(Instant now) {
        return later(since, now.minus(Duration.ofDays(periodDays)));
    }

    public Instant latestRestorable(Instant now) {
        return later(since, now.minus(LAG));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
