package dev.stator.storage;

import org.jspecify.annotations.Nullable;

/** Trouble inside an engine that the caller cannot resolve by reading again. */
public abstract sealed class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StorageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The engine cannot serve now (disk full, closed, no quorum); nothing is known to be damaged. */
    public static final class Unavailable extends StorageException {
        private static final long serialVersionUID = 1L;

        public Unavailable(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** Stored bytes are not what was written. */
    public static final class Corrupt extends StorageException {
        private static final long serialVersionUID = 1L;

        public Corrupt(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
