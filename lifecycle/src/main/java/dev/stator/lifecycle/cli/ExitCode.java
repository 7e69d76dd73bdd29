package dev.stator.lifecycle.cli;

/** What the process says when it ends. */
final class ExitCode {
    /** Done, and nothing is wrong. */
    static final int OK = 0;
    /** Done, and something is wrong: with the declaration, some items, or a chain. */
    static final int FINDINGS = 1;
    /** The command line is wrong. */
    static final int USAGE = 2;
    /** The endpoint, a table, a folder or the credentials cannot be used. */
    static final int UNUSABLE = 3;
    /** Another process works on it. */
    static final int BUSY = 4;

    private ExitCode() {}
}
