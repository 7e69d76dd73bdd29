package dev.stator.core.operation;

/** All operations, by hand. */
public final class Operations {
    public boolean has(String operation) {
        return false;
    }
}
