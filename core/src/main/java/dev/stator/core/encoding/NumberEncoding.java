package dev.stator.core.encoding;

import dev.stator.core.item.DynamoNumber;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * A number as bytes in numeric order: a sign byte, the decimal exponent, then two digits a byte and an end mark; for a
 * negative number everything behind the sign is inverted.
 */
final class NumberEncoding {
    private static final byte NEGATIVE = 0x01;
    private static final byte ZERO = 0x02;
    private static final byte POSITIVE = 0x03;
    private static final int EXPONENT_BIAS = 130;

    private NumberEncoding() {}

    static byte[] encode(DynamoNumber number) {
        BigDecimal value = number.decimal();
        if (value.signum() == 0) {
            return new byte[] {ZERO};
        }
        BigDecimal stripped = value.stripTrailingZeros();
        String digits = stripped.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - stripped.scale();
        int pairs = (digits.length() + 1) / 2;
        byte[] bytes = new byte[pairs + 3];
        bytes[0] = value.signum() < 0 ? NEGATIVE : POSITIVE;
        bytes[1] = (byte) (exponent + EXPONENT_BIAS);
        for (int i = 0; i < pairs; i++) {
            int high = digits.charAt(2 * i) - '0';
            int low = 2 * i + 1 < digits.length() ? digits.charAt(2 * i + 1) - '0' : 0;
            // One is added so that the end mark, zero, sorts before every pair.
            bytes[2 + i] = (byte) (high * 10 + low + 1);
        }
        if (value.signum() < 0) {
            for (int i = 1; i < bytes.length; i++) {
                bytes[i] = (byte) ~bytes[i];
            }
        }
        return bytes;
    }

    /** For tests and tools: the number that these bytes encode. */
    static BigDecimal decode(byte[] bytes) {
        if (bytes[0] == ZERO) {
            return BigDecimal.ZERO;
        }
        byte[] plain = Arrays.copyOf(bytes, bytes.length);
        if (bytes[0] == NEGATIVE) {
            for (int i = 1; i < plain.length; i++) {
                plain[i] = (byte) ~plain[i];
            }
        }
        int exponent = (plain[1] & 0xff) - EXPONENT_BIAS;
        StringBuilder digits = new StringBuilder();
        for (int i = 2; plain[i] != 0; i++) {
            int pair = plain[i] - 1;
            digits.append((char) ('0' + pair / 10)).append((char) ('0' + pair % 10));
        }
        BigDecimal value = new BigDecimal(digits.toString()).movePointLeft(digits.length() - 1 - exponent);
        return bytes[0] == NEGATIVE ? value.negate() : value;
    }
}
