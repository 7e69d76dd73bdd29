package dev.stator.core.capacity;

/**
 * Bytes in units: 4 KB a read unit, half of it for an eventually consistent read, 1 KB a write unit, a part counted as a
 * whole.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">Read and write
 *     operations</a>
 */
public final class CapacityUnits {
    private static final int READ_BLOCK_BYTES = 4096;
    private static final int WRITE_BLOCK_BYTES = 1024;

    private CapacityUnits() {}

    /** Units of a read of this many bytes; nothing found costs as much as the smallest item. */
    public static double read(long bytes, boolean consistent) {
        return blocks(bytes, READ_BLOCK_BYTES) * (consistent ? 1.0 : 0.5);
    }

    /** Units of a write of this many bytes; nothing written costs as much as the smallest item. */
    public static double write(long bytes) {
        return blocks(bytes, WRITE_BLOCK_BYTES);
    }

    private static long blocks(long bytes, int blockBytes) {
        return Math.max(1, Math.ceilDiv(bytes, blockBytes));
    }
}
