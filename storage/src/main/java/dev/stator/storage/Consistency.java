package dev.stator.storage;

/** Whether a read must see every acknowledged commit. */
public enum Consistency {
    STRONG,
    EVENTUAL
}
