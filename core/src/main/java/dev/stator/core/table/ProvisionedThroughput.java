package dev.stator.core.table;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The provisioned units of a table or global index, and when they were changed.
 *
 * @param readUnits  per second; 0 while the table is on-demand
 * @param writeUnits per second; 0 while the table is on-demand
 * @param decreases  how often they were lowered on the UTC day of {@code lastDecrease}
 */
public record ProvisionedThroughput(
        long readUnits,
        long writeUnits,
        @Nullable Instant lastIncrease,
        @Nullable Instant lastDecrease,
        int decreases) {
    /** What an on-demand table shows. */
    public static final ProvisionedThroughput ON_DEMAND = of(0, 0);

    /** New throughput that was never changed. */
    public static ProvisionedThroughput of(long readUnits, long writeUnits) {
        return new ProvisionedThroughput(readUnits, writeUnits, null, null, 0);
    }

    /** How often the units were lowered on the UTC day of this instant. */
    public int decreasesToday(Instant now) {
        return lastDecrease != null && day(lastDecrease).equals(day(now)) ? decreases : 0;
    }

    public boolean hasUnits(long otherReadUnits, long otherWriteUnits) {
        return readUnits == otherReadUnits && writeUnits == otherWriteUnits;
    }

    /** These units from now on; an increase of one of them and a decrease of the other are both recorded. */
    public ProvisionedThroughput changedTo(long newReadUnits, long newWriteUnits, Instant now) {
        boolean increased = newReadUnits > readUnits || newWriteUnits > writeUnits;
        boolean decreased = isDecrease(newReadUnits, newWriteUnits);
        return new ProvisionedThroughput(
                newReadUnits,
                newWriteUnits,
                increased ? now : lastIncrease,
                decreased ? now : lastDecrease,
                decreased ? decreasesToday(now) + 1 : decreases);
    }

    /** What is shown while these units are being changed to others: these units, and the times of the change. */
    public ProvisionedThroughput changingTo(ProvisionedThroughput next, Instant now) {
        return new ProvisionedThroughput(
                readUnits, writeUnits, next.lastIncrease, next.lastDecrease, decreasesToday(now));
    }

    public boolean isDecrease(long newReadUnits, long newWriteUnits) {
        return newReadUnits < readUnits || newWriteUnits < writeUnits;
    }

    private static LocalDate day(Instant instant) {
        return instant.atZone(ZoneOffset.UTC).toLocalDate();
    }
}
