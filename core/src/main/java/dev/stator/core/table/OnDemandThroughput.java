package dev.stator.core.table;

/**
 * The units per second that an on-demand table or index may use at most.
 *
 * @param maxReadUnits  {@link #UNLIMITED} where none was set
 * @param maxWriteUnits {@link #UNLIMITED} where none was set
 */
public record OnDemandThroughput(long maxReadUnits, long maxWriteUnits) {
    /** How the API writes that there is no maximum. */
    public static final long UNLIMITED = -1;

    /** Whether there is any maximum. */
    public boolean isLimited() {
        return maxReadUnits != UNLIMITED || maxWriteUnits != UNLIMITED;
    }
}
