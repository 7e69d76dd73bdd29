package dev.stator.lifecycle.spec;

/** What a state is to those who look at it: which view shows it, and which event tells that an item came into it. */
public enum StateKind {
    /** In use. */
    ACTIVE,
    /** Out of use, kept on purpose. */
    ARCHIVED,
    /** In the trash. */
    DELETED
}
