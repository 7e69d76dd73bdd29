package dev.stator.storage;

/** The order in which a slice is visited. */
public enum Direction {
    FORWARD,
    REVERSE
}
