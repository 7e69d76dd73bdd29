package dev.stator.lifecycle.spec;

import java.time.Duration;

/** Durations as people write them: {@code 30d}, {@code 12h}, {@code 7y}; a year has 365 days. */
public final class Durations {
    private static final long DAYS_PER_YEAR = 365;
    private static final long DAYS_PER_WEEK = 7;
    private static final int DIGITS_MAX = 6;

    private Durations() {}

    /**
     * The duration that a text says.
     *
     * @throws IllegalArgumentException if it is no number with one of the units s, m, h, d, w, y
     */
    public static Duration parse(String text) {
        int digits = text.length() - 1;
        boolean isCount = digits >= 1
                && digits <= DIGITS_MAX
                && text.substring(0, digits).chars().allMatch(c -> c >= '0' && c <= '9');
        long count = isCount ? Long.parseLong(text.substring(0, digits)) : 0;
        return switch (isCount ? text.charAt(digits) : ' ') {
            case 's' -> Duration.ofSeconds(count);
            case 'm' -> Duration.ofMinutes(count);
            case 'h' -> Duration.ofHours(count);
            case 'd' -> Duration.ofDays(count);
            case 'w' -> Duration.ofDays(DAYS_PER_WEEK * count);
            case 'y' -> Duration.ofDays(DAYS_PER_YEAR * count);
            default ->
                throw new IllegalArgumentException(
                        "'" + text + "' is no duration: write a number and s, m, h, d, w or y, such as 30d.");
        };
    }

    /** In the largest unit that comes out even. */
    public static String format(Duration duration) {
        long seconds = duration.toSeconds();
        long days = duration.toDays();
        if (seconds % 86_400 == 0 && days > 0) {
            return days % DAYS_PER_YEAR == 0 ? days / DAYS_PER_YEAR + "y" : days + "d";
        }
        if (seconds % 3_600 == 0 && seconds > 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 && seconds > 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
