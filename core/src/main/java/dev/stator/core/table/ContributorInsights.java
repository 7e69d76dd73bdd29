package dev.stator.core.table;

import java.time.Instant;
import java.util.List;

/**
 * Whether CloudWatch is to list the most used keys of a table or global index. It is described, and nothing is counted.
 *
 * @param mode       one of {@link #MODES}
 * @param lastUpdate when it was last enabled or disabled, or its mode changed
 */
public record ContributorInsights(boolean enabled, String mode, Instant lastUpdate) {
    /** The mode without asking for another. */
    public static final String MODE_DEFAULT = "ACCESSED_AND_THROTTLED_KEYS";

    public static final List<String> MODES = List.of(MODE_DEFAULT, "THROTTLED_KEYS");
}
