package dev.stator.lifecycle.move;

/** A transition that the declaration does not have, or not for this actor; the message says what it has. */
public final class TransitionNotAllowedException extends RuntimeException {
    TransitionNotAllowedException(String message) {
        super(message);
    }
}
