package dev.stator.core.table.input;

import org.jspecify.annotations.Nullable;

/** Members that {@link dev.stator.core.protocol.Constraints} has found to be present. */
final class Given {
    private Given() {}

    /** The value, which a constraint has checked not to be null. */
    static <T> T given(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a required member is missing although its constraint was checked");
        }
        return value;
    }
}
