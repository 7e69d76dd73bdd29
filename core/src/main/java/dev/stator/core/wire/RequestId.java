package dev.stator.core.wire;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Makes the ids by which DynamoDB names each answer: 52 characters of Base32. */
public final class RequestId {
    /** Length of every id. */
    public static final int LENGTH = 52;

    private static final byte[] ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUV".getBytes(StandardCharsets.US_ASCII);
    private static final int BITS = 5;
    private static final int CHARACTERS_PER_LONG = 12;

    private RequestId() {}

    /** A new id, in ASCII. */
    public static byte[] next(RandomGenerator random) {
        byte[] id = new byte[LENGTH];
        long bits = 0;
        for (int i = 0; i < LENGTH; i++) {
            if (i % CHARACTERS_PER_LONG == 0) {
                bits = random.nextLong();
            }
            id[i] = ALPHABET[(int) (bits & (ALPHABET.length - 1))];
            bits >>>= BITS;
        }
        return id;
    }
}
