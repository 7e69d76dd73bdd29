package dev.stator.server.cli;

/** The server cannot start; the text says what happened, why, and what to do. */
final class StartupException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    StartupException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
