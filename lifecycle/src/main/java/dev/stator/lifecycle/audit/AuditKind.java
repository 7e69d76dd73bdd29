package dev.stator.lifecycle.audit;

/** What an audit record tells of. */
public enum AuditKind {
    /** The item was created. */
    CREATED,
    /** The item was changed and stayed in its state. */
    REVISED,
    /** The item changed its state. */
    MOVED,
    /** The item was deleted for good by somebody. */
    PURGED,
    /** The item was deleted for good by DynamoDB's time to live. */
    EXPIRED,
    /** The item was put on hold. */
    HELD,
    /** A hold on the item ended. */
    RELEASED
}
