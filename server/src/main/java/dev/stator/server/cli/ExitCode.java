package dev.stator.server.cli;

/** What the process says when it ends; docs/operations.md lists them for operators. */
final class ExitCode {
    /** Done, or stopped by SIGTERM or SIGINT after finishing what had begun. */
    static final int OK = 0;
    /** Something unexpected; the log has it. */
    static final int FAILURE = 1;
    /** The command line is wrong. */
    static final int USAGE = 2;
    /** The address cannot be listened on. */
    static final int ADDRESS = 3;
    /** The data folder or the cluster cannot be used. */
    static final int DATA = 4;

    private ExitCode() {}
}
