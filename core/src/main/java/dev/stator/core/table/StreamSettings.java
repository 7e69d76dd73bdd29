package dev.stator.core.table;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The newest stream of a table; a disabled one is remembered, since its label and ARN are still shown.
 *
 * @param viewType what the records hold: NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES or KEYS_ONLY
 * @param label    when it was enabled, such as {@code 2026-01-02T03:04:05.678}; makes the stream's ARN unique
 */
public record StreamSettings(boolean enabled, String viewType, String label) {
    private static final DateTimeFormatter LABEL =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);

    /** A stream that is enabled now. */
    public static StreamSettings begin(String viewType, Instant now) {
        return new StreamSettings(true, viewType, LABEL.format(LocalDateTime.ofInstant(now, ZoneOffset.UTC)));
    }

    public StreamSettings disabled() {
        return new StreamSettings(false, viewType, label);
    }

    /** The same with the next label. */
    public StreamSettings oneMillisecondLater() {
        Instant next =
                LocalDateTime.parse(label, LABEL).toInstant(ZoneOffset.UTC).plusMillis(1);
        return begin(viewType, next);
    }

    /** The ARN of this stream of a table. */
    public String arn(String tableArn) {
        return tableArn + "/stream/" + label;
    }
}
