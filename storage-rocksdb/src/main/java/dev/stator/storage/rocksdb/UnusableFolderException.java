package dev.stator.storage.rocksdb;

import org.jspecify.annotations.Nullable;

/**
 * A folder in which no engine can be opened, and which was left as it was. The message is for the person who named the folder: what happened, why,
 * and what to do.
 */
public final class UnusableFolderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why a folder cannot be used. */
    public enum Reason {
        /** Written by a version of Stator that is newer than this one. */
        NEWER_FORMAT,
        /** Holds files that are not Stator's. */
        FOREIGN,
        /** Not a folder, or one in which this process may not write. */
        NOT_WRITABLE,
        /** Open in this or another process. */
        IN_USE
    }

    private final Reason reason;

    UnusableFolderException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
