package dev.stator.core.table;

/** The units per second that a table or index serves at once, without growing first. */
public record WarmThroughput(long readUnits, long writeUnits) {
    /** What an on-demand table serves from its first second on. */
    public static final WarmThroughput ON_DEMAND = new WarmThroughput(12_000, 4_000);

    /** The larger of each. */
    public WarmThroughput atLeast(WarmThroughput other) {
        return new WarmThroughput(Math.max(readUnits, other.readUnits), Math.max(writeUnits, other.writeUnits));
    }
}
