package dev.stator.storage;

/** Which calls of an {@link Engine} wait for something outside the process, so that a thread which serves many must not. */
public enum Waiting {
    /** None: everything is in memory. */
    NEVER,
    /** Commits wait until they are durable. Reads take what they need from memory or the local disk. */
    IN_COMMITS,
    /** Reads too, such as for the answers of other machines. */
    ALWAYS
}
