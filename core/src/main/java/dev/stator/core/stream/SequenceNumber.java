package dev.stator.core.stream;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sequence numbers as clients see them: as many digits for each, so that their order as texts is that as numbers. The API
 * asks for at least 21 digits.
 */
final class SequenceNumber {
    private static final BigInteger BASE = BigInteger.TEN.pow(20);

    private SequenceNumber() {}

    static String text(long sequence) {
        return BASE.add(BigInteger.valueOf(sequence)).toString();
    }

    /** The number that the text stands for, or null if no stream has ever given such a text. */
    static @Nullable Long parse(String text) {
        if (!text.matches("[1-9][0-9]{20,39}")) {
            return null;
        }
        BigInteger number = new BigInteger(text).subtract(BASE);
        return number.bitLength() > 63 ? null : number.longValue();
    }
}
