package dev.stator.lifecycle.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program: picks the command, and turns failures into one clear text and an exit code. */
@Command(
        name = "stator lifecycle",
        description = "Deletion as state transitions, on any DynamoDB endpoint.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            Check.class,
            Init.class,
            RunJob.class,
            Status.class,
            Verify.class,
            HoldsList.class,
            Hold.class,
            Release.class,
            Trash.class,
            Restore.class,
            Stats.class
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Start here:",
            "  stator lifecycle check posts.yaml                       is the declaration right?",
            "  stator lifecycle init posts.yaml                        make what it needs",
            "  stator lifecycle run posts.yaml --job expire --dry-run  what would the job do?",
            "",
            "Exit codes: 0 done, 1 something is wrong with what was looked at, 2 wrong command line,",
            "3 endpoint, table, folder or credentials cannot be used, 4 another process works on it.",
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    private Main() {}

    /** Runs the command, and ends the process with its exit code. */
    public static void main(String[] arguments) {
        // The SDK's own warnings would come beside the one text that says what happened.
        if (System.getProperty("org.slf4j.simpleLogger.defaultLogLevel") == null) {
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
        }
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return withClearFailures(new CommandLine(new Main()));
    }

    /** Has a command's failures told in one clear text, with an exit code of its own each. */
    public static CommandLine withClearFailures(CommandLine line) {
        return line.setExecutionExceptionHandler((exception, command, parsed) -> {
                    Trouble trouble = Trouble.of(exception);
                    command.getErr().println(trouble.text());
                    return trouble.exitCode();
                })
                .setParameterExceptionHandler((exception, arguments) -> {
                    CommandLine command = exception.getCommandLine();
                    command.getErr().println(exception.getMessage());
                    command.getErr()
                            .println(
                                    "Run '" + command.getCommandSpec().qualifiedName() + " --help' for what it takes.");
                    return ExitCode.USAGE;
                });
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: check, init, run, status, verify and so on.");
    }
}
