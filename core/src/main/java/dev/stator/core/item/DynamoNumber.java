package dev.stator.core.item;

import dev.stator.core.error.ApiException;
import java.math.BigDecimal;

/**
 * An exact decimal number of up to 38 significant digits between 1E-130 and 9.99…E+125, positive, negative or zero, held
 * as the text that DynamoDB returns: plain digits, no exponent, no superfluous zeros. One number has one text, so equality
 * of texts is equality of numbers.
 *
 * @param text the canonical text, such as {@code -0.5}
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html#HowItWorks.DataTypes.Number">Number</a>
 */
public record DynamoNumber(String text) implements Comparable<DynamoNumber> {
    public static final DynamoNumber ZERO = new DynamoNumber("0");

    private static final int PRECISION_MAX = 38;
    private static final int EXPONENT_MAX = 125;
    private static final int EXPONENT_MIN = -130;
    /** The longest text worth handing to BigDecimal: sign, 38 digits, 130 zeros, and as much again in superfluous ones. */
    private static final int TEXT_LENGTH_MAX = 512;

    private static final int LONG_DIGITS_MAX = 18;

    /**
     * Reads a number as clients write it, exponents and superfluous zeros included.
     *
     * @throws ApiException a ValidationException if it is no number, too precise, too large or too small
     */
    public static DynamoNumber parse(String text) {
        if (isCanonicalInteger(text)) {
            return new DynamoNumber(text);
        }
        if (text.isEmpty()) {
            throw ApiException.validation("The parameter cannot be converted to a numeric value");
        }
        return of(parseDecimal(text));
    }

    /**
     * The number as DynamoDB stores it.
     *
     * @throws ApiException a ValidationException if it is too precise, too large or too small
     */
    public static DynamoNumber of(BigDecimal value) {
        if (value.signum() == 0) {
            return ZERO;
        }
        long exponent = (long) value.precision() - value.scale() - 1;
        if (exponent > EXPONENT_MAX) {
            throw ApiException.validation(
                    "Number overflow. Attempting to store a number with magnitude larger than supported range");
        }
        if (exponent < EXPONENT_MIN) {
            throw ApiException.validation(
                    "Number underflow. Attempting to store a number with magnitude smaller than supported range");
        }
        // Not before the exponent is known to be small: it could leave the range of a scale.
        BigDecimal stripped = value.stripTrailingZeros();
        if (stripped.precision() > PRECISION_MAX) {
            throw ApiException.validation("Attempting to store more than 38 significant digits in a Number");
        }
        return new DynamoNumber(stripped.toPlainString());
    }

    public BigDecimal decimal() {
        return new BigDecimal(text);
    }

    @Override
    public int compareTo(DynamoNumber other) {
        return text.equals(other.text) ? 0 : decimal().compareTo(other.decimal());
    }

    private static boolean isCanonicalInteger(String text) {
        int length = text.length();
        if (length == 0 || length > LONG_DIGITS_MAX) {
            return false;
        }
        int start = text.charAt(0) == '-' ? 1 : 0;
        if (start == length || (text.charAt(start) == '0' && length > 1)) {
            return false;
        }
        for (int i = start; i < length; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static BigDecimal parseDecimal(String text) {
        // BigDecimal would take digits of any script, and time that grows with the square of the length.
        if (text.length() > TEXT_LENGTH_MAX || !isAsciiNumber(text)) {
            throw notNumeric(text);
        }
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw notNumeric(text);
        }
    }

    private static boolean isAsciiNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static ApiException notNumeric(String text) {
        return ApiException.validation("The parameter cannot be converted to a numeric value: " + text);
    }
}
