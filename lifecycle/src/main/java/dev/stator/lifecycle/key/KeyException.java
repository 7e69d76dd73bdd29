package dev.stator.lifecycle.key;

/** A key or a value that does not fit a key's template; the message says which segment, and what it may be. */
public final class KeyException extends IllegalArgumentException {
    public KeyException(String message) {
        super(message);
    }
}
