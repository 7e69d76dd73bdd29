package dev.stator.lifecycle.job;

/** A run that cannot begin or go on, with a text for the one who has started it. */
public final class RunException extends RuntimeException {
    /** What stands in the way. */
    public enum Cause {
        /** Another worker has it. */
        BUSY,
        /** What was asked for does not fit the declaration, or what the run has begun. */
        WRONG
    }

    private final Cause kind;

    private RunException(Cause kind, String message) {
        super(message);
        this.kind = kind;
    }

    static RunException busy(String message) {
        return new RunException(Cause.BUSY, message);
    }

    static RunException wrong(String message) {
        return new RunException(Cause.WRONG, message);
    }

    /** What stands in the way. */
    public Cause kind() {
        return kind;
    }
}
