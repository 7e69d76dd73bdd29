package dev.stator.lifecycle.key;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How timestamps stand in keys, such that their order as strings is their order in time: one precision, one width, UTC.
 *
 * <p>{@code 08:00:00.5Z} comes before {@code 08:00:00Z} as a string, and {@code 17:00:00+09:00} after {@code 08:00:00Z},
 * which is the same moment; so neither precision nor offset may vary within a key.
 */
public final class TimeFormat {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** {@code 2026-08-31T23:59:59Z}. */
    public static final TimeFormat SECONDS = iso("seconds", 0);
    /** {@code 2026-08-31T23:59:59.999Z}. */
    public static final TimeFormat MILLIS = iso("millis", 3);
    /** {@code 2026-08-31T23:59:59.999999Z}. */
    public static final TimeFormat MICROS = iso("micros", 6);
    /** {@code 2026-08-31T23:59:59.999999999Z}. */
    public static final TimeFormat NANOS = iso("nanos", 9);

    private static final Map<String, TimeFormat> NAMED =
            Map.of("seconds", SECONDS, "millis", MILLIS, "micros", MICROS, "nanos", NANOS);
    // From the widest unit to the narrowest: only in this order do digits sort as time does.
    private static final List<Unit> UNITS = List.of(
            new Unit("yyyy", null),
            new Unit("MM", null),
            new Unit("dd", Duration.ofDays(1)),
            new Unit("HH", Duration.ofHours(1)),
            new Unit("mm", Duration.ofMinutes(1)),
            new Unit("ss", Duration.ofSeconds(1)),
            new Unit("SSS", Duration.ofMillis(1)));

    private record Unit(String letters, @Nullable Duration length) {}

    private final String name;
    private final DateTimeFormatter formatter;
    private final Duration precision;

    private TimeFormat(String name, DateTimeFormatterBuilder form, Duration precision) {
        this.name = name;
        this.precision = precision;
        // What the form leaves out is zero, so that a day parses as its first moment.
        this.formatter = form.parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
                .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
                .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
                .parseDefaulting(ChronoField.NANO_OF_SECOND, 0)
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
    }

    private static TimeFormat iso(String name, int digits) {
        DateTimeFormatterBuilder form = new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd'T'HH:mm:ss");
        long nanos = NANOS_PER_SECOND;
        for (int i = 0; i < digits; i++) {
            nanos /= 10;
        }
        if (digits > 0) {
            form.appendFraction(ChronoField.NANO_OF_SECOND, digits, digits, true);
        }
        return new TimeFormat(name, form.appendLiteral('Z'), Duration.ofNanos(nanos));
    }

    /**
     * A format by its name ({@code seconds}, {@code millis}, {@code micros}, {@code nanos}) or by a pattern of the letters
     * {@code yyyy MM dd HH mm ss SSS} in this order, from the year down to at least the day, such as {@code yyyyMMdd}.
     *
     * @throws KeyException if timestamps of this format do not sort by time, with the reason
     */
    public static TimeFormat of(String text) {
        TimeFormat named = NAMED.get(text);
        return named != null ? named : pattern(text);
    }

    private static TimeFormat pattern(String pattern) {
        int unit = 0;
        int at = 0;
        StringBuilder java = new StringBuilder();
        while (at < pattern.length()) {
            char letter = pattern.charAt(at);
            if (letter == '\'') {
                int close = pattern.indexOf('\'', at + 1);
                if (close < 0) {
                    throw doesNotSort(pattern, "a quote is not closed");
                }
                java.append(pattern, at, close + 1);
                at = close + 1;
            } else if (Character.isLetter(letter) && letter != 'T' && letter != 'Z') {
                int end = at;
                while (end < pattern.length() && pattern.charAt(end) == letter) {
                    end++;
                }
                checkUnit(pattern, pattern.substring(at, end), unit);
                java.append(pattern.substring(at, end).replace('y', 'u'));
                unit++;
                at = end;
            } else {
                java.append('\'').append(letter).append('\'');
                at++;
            }
        }
        Duration precision = unit == 0 ? null : UNITS.get(unit - 1).length();
        if (precision == null) {
            throw doesNotSort(pattern, "it has to go from the year down to at least the day");
        }
        return new TimeFormat(pattern, new DateTimeFormatterBuilder().appendPattern(java.toString()), precision);
    }

    private static void checkUnit(String pattern, String letters, int unit) {
        if (unit < UNITS.size() && UNITS.get(unit).letters().equals(letters)) {
            return;
        }
        if ("XxOVzZ".indexOf(letters.charAt(0)) >= 0) {
            throw doesNotSort(pattern, "'" + letters + "' is an offset, and one moment has a string for each offset");
        }
        String wanted = unit < UNITS.size() ? "'" + UNITS.get(unit).letters() + "'" : "nothing more";
        throw doesNotSort(
                pattern, "'" + letters + "' stands where " + wanted + " has to, from the widest unit to the narrowest");
    }

    private static KeyException doesNotSort(String pattern, String why) {
        return new KeyException("The timestamp format '" + pattern + "' does not sort by time: " + why
                + ". Use seconds, millis, micros, nanos or a pattern such as yyyy-MM-dd'T'HH:mm:ss'Z'.");
    }

    /** The unit of the last digit: two moments within it are the same in a key. */
    public Duration precision() {
        return precision;
    }

    /** The moment as it stands in a key; what is finer than {@link #precision} is cut off. */
    public String format(Instant time) {
        LocalDateTime utc = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
        if (utc.getYear() < 0 || utc.getYear() > 9999) {
            throw new KeyException("The year of " + time + " has not four digits, so it would not sort.");
        }
        return formatter.format(utc);
    }

    /**
     * The moment that stands in a key.
     *
     * @throws KeyException if it has another format, precision or offset
     */
    public Instant parse(String text) {
        try {
            Instant parsed = LocalDateTime.parse(text, formatter).toInstant(ZoneOffset.UTC);
            if (format(parsed).equals(text)) {
                return parsed;
            }
        } catch (DateTimeException | KeyException e) {
            throw notInFormat(text, e);
        }
        throw notInFormat(text, null);
    }

    private KeyException notInFormat(String text, @Nullable Exception cause) {
        KeyException exception = new KeyException("'" + text + "' is no timestamp of the format " + name + ", such as "
                + format(Instant.EPOCH) + "; with another precision or offset it would not sort.");
        if (cause != null) {
            exception.initCause(cause);
        }
        return exception;
    }

    /** The last moment of this precision that is before {@code end}. */
    public Instant lastBefore(Instant end) {
        Instant floor = floor(end);
        return floor.isBefore(end) ? floor : floor.minus(precision);
    }

    /** The first moment of this precision that is not before {@code start}. */
    public Instant firstFrom(Instant start) {
        Instant floor = floor(start);
        return floor.isBefore(start) ? floor.plus(precision) : floor;
    }

    private Instant floor(Instant time) {
        if (precision.compareTo(Duration.ofSeconds(1)) < 0) {
            long nanos = precision.toNanos();
            return Instant.ofEpochSecond(time.getEpochSecond(), time.getNano() / nanos * nanos);
        }
        long seconds = precision.toSeconds();
        return Instant.ofEpochSecond(Math.floorDiv(time.getEpochSecond(), seconds) * seconds);
    }

    @Override
    public String toString() {
        return name;
    }
}
