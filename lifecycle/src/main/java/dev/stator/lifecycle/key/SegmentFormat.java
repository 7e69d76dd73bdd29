package dev.stator.lifecycle.key;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the values of one field stand in a key. All but text and paths have an order of their own, which their strings keep,
 * or reverse.
 */
sealed interface SegmentFormat {

    /** The value as a string, which the caller checks for delimiters. */
    String format(Object value);

    /** The value that such a string stands for. */
    Object parse(String text);

    /** Whether ranges over values make sense; else only equality does. */
    default boolean isOrdered() {
        return false;
    }

    /** Whether what is larger comes earlier. */
    default boolean isReversed() {
        return false;
    }

    /** The smallest value's string of those from {@code from} on, the smallest at all if it is null. */
    default @Nullable String first(@Nullable Object from) {
        throw new KeyException("Text has no ranges of values.");
    }

    /** The largest value's string of those before {@code to}, the largest at all if it is null; null if there is none. */
    default @Nullable String last(@Nullable Object to) {
        throw new KeyException("Text has no ranges of values.");
    }

    /**
     * By its name in a template: nothing or {@code text}, {@code path}, {@code digits/N}, {@code reversed/N},
     * {@code reversed-time}, or a {@link TimeFormat}.
     */
    static SegmentFormat of(String name) {
        return switch (name) {
            case "", "text" -> new Text();
            case "path" -> new Path();
            case "reversed-time" -> new ReversedTime();
            default -> {
                int slash = name.indexOf('/');
                String kind = slash < 0 ? name : name.substring(0, slash);
                yield switch (kind) {
                    case "digits" -> new Digits(width(name, slash), false);
                    case "reversed" -> new Digits(width(name, slash), true);
                    default -> new Time(TimeFormat.of(name));
                };
            }
        };
    }

    private static int width(String name, int slash) {
        try {
            int width = slash < 0 ? 0 : Integer.parseInt(name.substring(slash + 1));
            if (width >= 1 && width <= Digits.WIDTH_MAX) {
                return width;
            }
        } catch (NumberFormatException e) {
            throw new KeyException("'" + name + "' has no width: " + Digits.WIDTHS);
        }
        throw new KeyException("'" + name + "' has no width: " + Digits.WIDTHS);
    }

    private static <T> T as(Class<T> type, Object value, String hint) {
        if (!type.isInstance(value)) {
            throw new KeyException("A value of " + value.getClass().getSimpleName() + " in the place of "
                    + type.getSimpleName() + ": " + hint);
        }
        return type.cast(value);
    }

    /** A segment of text without delimiters. */
    record Text() implements SegmentFormat {
        @Override
        public String format(Object value) {
            return as(String.class, value, "numbers and times sort as text only if the template gives them a format.");
        }

        @Override
        public Object parse(String text) {
            return text;
        }
    }

    /** The rest of the key, delimiters included. */
    record Path() implements SegmentFormat {
        @Override
        public String format(Object value) {
            return as(String.class, value, "a path is text.");
        }

        @Override
        public Object parse(String text) {
            return text;
        }
    }

    /** A moment. */
    record Time(TimeFormat format) implements SegmentFormat {
        private static final Instant END = Instant.parse("9999-12-31T23:59:59.999999999Z");
        private static final Instant START = Instant.parse("0000-01-01T00:00:00Z");

        @Override
        public String format(Object value) {
            return format.format(as(Instant.class, value, "a timestamp of the format " + format + " is wanted."));
        }

        @Override
        public Object parse(String text) {
            return format.parse(text);
        }

        @Override
        public boolean isOrdered() {
            return true;
        }

        @Override
        public String first(@Nullable Object from) {
            return format.format(from == null ? START : format.firstFrom((Instant) from));
        }

        @Override
        public @Nullable String last(@Nullable Object to) {
            return format.format(to == null ? END : format.lastBefore((Instant) to));
        }
    }

    /** A whole number that is not negative, padded with zeros; reversed: its difference to the largest. */
    record Digits(int width, boolean isReversed) implements SegmentFormat {
        static final int WIDTH_MAX = 38;
        static final String WIDTHS = "write digits/N or reversed/N with N from 1 to " + WIDTH_MAX + ".";

        private BigInteger largest() {
            return BigInteger.TEN.pow(width).subtract(BigInteger.ONE);
        }

        @Override
        public String format(Object value) {
            BigInteger number = whole(value);
            if (number.signum() < 0 || number.compareTo(largest()) > 0) {
                throw new KeyException(number + " does not fit into " + width
                        + " digits: give the template more, before there are keys.");
            }
            return pad(isReversed ? largest().subtract(number) : number);
        }

        private String pad(BigInteger number) {
            String digits = number.toString();
            return "0".repeat(width - digits.length()) + digits;
        }

        private static BigInteger whole(Object value) {
            return switch (value) {
                case BigInteger big -> big;
                case Long number -> BigInteger.valueOf(number);
                case Integer number -> BigInteger.valueOf(number);
                default ->
                    throw new KeyException(
                            "A value of " + value.getClass().getSimpleName() + " in the place of a whole number.");
            };
        }

        @Override
        public Object parse(String text) {
            if (text.length() != width || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
                throw new KeyException("'" + text + "' is not a number of " + width + " digits.");
            }
            BigInteger number = new BigInteger(text);
            return isReversed ? largest().subtract(number) : number;
        }

        @Override
        public boolean isOrdered() {
            return true;
        }

        @Override
        public String first(@Nullable Object from) {
            return format(from == null ? BigInteger.ZERO : whole(from).max(BigInteger.ZERO));
        }

        @Override
        public @Nullable String last(@Nullable Object to) {
            BigInteger last =
                    to == null ? largest() : whole(to).subtract(BigInteger.ONE).min(largest());
            return last.signum() < 0 ? null : format(last);
        }
    }

    /** A moment, the later the earlier: milliseconds since 1970, each digit's difference to nine. */
    record ReversedTime() implements SegmentFormat {
        private static final Digits DIGITS = new Digits(15, true);

        @Override
        public String format(Object value) {
            try {
                return DIGITS.format(
                        as(Instant.class, value, "a timestamp is wanted.").toEpochMilli());
            } catch (DateTimeException | ArithmeticException e) {
                throw new KeyException(value + " is too far from 1970.");
            }
        }

        @Override
        public Object parse(String text) {
            return Instant.ofEpochMilli(((BigInteger) DIGITS.parse(text)).longValueExact());
        }

        @Override
        public boolean isOrdered() {
            return true;
        }

        @Override
        public boolean isReversed() {
            return true;
        }

        @Override
        public String first(@Nullable Object from) {
            return DIGITS.first(
                    from == null
                            ? null
                            : TimeFormat.MILLIS.firstFrom((Instant) from).toEpochMilli());
        }

        @Override
        public @Nullable String last(@Nullable Object to) {
            return DIGITS.last(
                    to == null
                            ? null
                            : TimeFormat.MILLIS.lastBefore((Instant) to).toEpochMilli() + 1);
        }
    }

    /** In lower case, for messages. */
    default String title() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
