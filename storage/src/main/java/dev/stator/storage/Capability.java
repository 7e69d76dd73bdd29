package dev.stator.storage;

/** What an engine may do beyond the common contract of {@link Engine}. */
public enum Capability {
    /** Acknowledged commits outlive the process. */
    DURABLE,
    /** Derived changes are visible as soon as their commit is. */
    DERIVED_IN_COMMIT,
    /** {@link Engine#checkpoint} is there. */
    CHECKPOINT,
    /** {@link Engine#snapshot} is there. */
    SNAPSHOT,
    /**
     * Several processes may use the same storage at the same time: {@link View}s are checked, {@link Append}s are taken, and
     * {@link Engine#fence}, {@link Engine#attend} and {@link Engine#processes} do what they say.
     */
    SHARED
}
