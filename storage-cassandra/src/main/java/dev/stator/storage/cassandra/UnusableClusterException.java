package dev.stator.storage.cassandra;

import org.jspecify.annotations.Nullable;

/** A cluster that cannot be used as it was asked for. The message says what happened and what to do, for the one who started it. */
public final class UnusableClusterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableClusterException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
