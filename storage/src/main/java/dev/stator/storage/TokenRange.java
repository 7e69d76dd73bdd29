package dev.stator.storage;

import java.math.BigInteger;

/**
 * A range of {@link Token}s, both ends included, as unsigned numbers.
 *
 * @param first the lowest token
 * @param last  the highest token
 */
public record TokenRange(long first, long last) {
    /** All tokens. */
    public static final TokenRange ALL = new TokenRange(0L, -1L);

    private static final BigInteger TOKENS = BigInteger.ONE.shiftLeft(64);

    public TokenRange {
        if (Long.compareUnsigned(first, last) > 0) {
            throw new IllegalArgumentException("the first token lies behind the last");
        }
    }

    /** The {@code index}-th of {@code count} equal parts of all tokens; together the parts have each token once. */
    public static TokenRange segment(int index, int count) {
        if (count < 1 || index < 0 || index >= count) {
            throw new IllegalArgumentException("segment " + index + " of " + count);
        }
        return new TokenRange(start(index, count), start(index + 1, count) - 1);
    }

    private static long start(int index, int count) {
        return TOKENS.multiply(BigInteger.valueOf(index))
                .divide(BigInteger.valueOf(count))
                .longValue();
    }

    public boolean contains(long token) {
        return Long.compareUnsigned(first, token) <= 0 && Long.compareUnsigned(token, last) <= 0;
    }
}
