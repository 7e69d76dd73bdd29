package dev.stator.lifecycle.spec;

/** What sets a transition off. */
public enum Trigger {
    /** Somebody asks for it. */
    CALL,
    /** The end of the state's retention, through a job. */
    RETENTION
}
