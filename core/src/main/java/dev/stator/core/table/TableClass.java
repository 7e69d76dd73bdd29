package dev.stator.core.table;

import dev.stator.core.error.ApiException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The storage class that was asked for. It is shown, and changes nothing else.
 *
 * @param name       STANDARD or STANDARD_INFREQUENT_ACCESS
 * @param lastUpdate null for the class that the table was created with
 */
public record TableClass(String name, @Nullable Instant lastUpdate) {
    public static final String STANDARD = "STANDARD";

    /** The classes there are. */
    public static final List<String> ALL = List.of(STANDARD, "STANDARD_INFREQUENT_ACCESS");

    /** Throws unless there is a class of this name; passes over null. */
    public static void check(@Nullable String name) {
        if (name != null && !ALL.contains(name)) {
            throw ApiException.validation("Invalid table-class parameter provided. Please try again with a valid"
                    + " table-class value: " + ALL + ".");
        }
    }
}
