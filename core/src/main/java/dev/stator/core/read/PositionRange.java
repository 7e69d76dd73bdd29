package dev.stator.core.read;

import dev.stator.storage.Direction;
import dev.stator.storage.Range;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The positions of an item collection that meet a sort key condition.
 *
 * @param from the low end, included unless {@code fromExcluded}; null for none
 * @param to   the high end, excluded unless {@code toIncluded}; null for none
 */
public record PositionRange(byte @Nullable [] from, boolean fromExcluded, byte @Nullable [] to, boolean toIncluded) {
    static final PositionRange ALL = new PositionRange(null, false, null, false);

    /** From one position, included, up to another, excluded. */
    static PositionRange between(byte @Nullable [] from, byte @Nullable [] to) {
        return new PositionRange(from, false, to, false);
    }

    /** All positions that begin with these bytes. */
    static PositionRange prefix(byte[] prefix) {
        return between(prefix, successor(prefix));
    }

    /** The lowest bytes above everything that begins with the prefix; null where there are none. */
    static byte @Nullable [] successor(byte[] prefix) {
        for (int i = prefix.length - 1; i >= 0; i--) {
            if (prefix[i] != (byte) 0xff) {
                byte[] successor = Arrays.copyOf(prefix, i + 1);
                successor[i]++;
                return successor;
            }
        }
        return null;
    }

    /** Whether it is one position and no other. */
    public boolean isPoint() {
        return from != null && toIncluded && !fromExcluded && Arrays.equals(from, to);
    }

    public boolean contains(byte[] position) {
        if (from != null) {
            int low = Arrays.compareUnsigned(position, from);
            if (low < 0 || (low == 0 && fromExcluded)) {
                return false;
            }
        }
        if (to != null) {
            int high = Arrays.compareUnsigned(position, to);
            return high < 0 || (high == 0 && toIncluded);
        }
        return true;
    }

    /** The storage range, starting behind a position where one is given. */
    public Range toRange(Direction direction, byte @Nullable [] after) {
        if (after == null) {
            return new Range(from, !fromExcluded, to, toIncluded, direction);
        }
        return direction == Direction.FORWARD
                ? new Range(after, false, to, toIncluded, direction)
                : new Range(from, !fromExcluded, after, false, direction);
    }
}
