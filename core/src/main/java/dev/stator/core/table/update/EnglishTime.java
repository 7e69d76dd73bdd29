package dev.stator.core.table.update;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as DynamoDB's errors tell them: {@code Friday, October 9, 2026 at 1:21:34 AM Coordinated Universal Time}. */
final class EnglishTime {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEEE, MMMM d, yyyy 'at' h:mm:ss a 'Coordinated Universal Time'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private EnglishTime() {}

    static String of(Instant instant) {
        return FORMAT.format(instant);
    }
}
