package dev.stator.lifecycle.spec;

/** What the timestamp in the sort key means while an item is in a state. */
public enum StateTime {
    /** When the item was created: the timestamp of its original key stays. */
    CREATED,
    /** When the item came into the state. */
    ENTERED,
    /** When the state's retention ends. */
    EXPIRES
}
