package dev.stator.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program: picks the command, and turns failures into one clear text and an exit code. */
@Command(
        name = "stator",
        description = "A database that speaks the DynamoDB API.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {Serve.class, Version.class},
        mixinStandardHelpOptions = true,
        versionProvider = Version.Provider.class,
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Start here:",
            "  stator serve --demo      serve on http://127.0.0.1:8000, with tables to try",
            "  stator serve --help      all options of the server",
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    private Main() {}

    /** Runs the command, and ends the process with its exit code. */
    public static void main(String[] arguments) {
        // Quiet unless asked: what concerns a person is printed, what goes wrong inside is logged.
        if (System.getProperty("org.slf4j.simpleLogger.defaultLogLevel") == null) {
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
            // What its warnings are about is told in our own words, or mends itself.
            System.setProperty("org.slf4j.simpleLogger.log.com.datastax.oss.driver", "error");
        }
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setExecutionExceptionHandler((exception, command, parsed) -> {
                    if (exception instanceof StartupException failure) {
                        command.getErr().println(failure.getMessage());
                        return failure.exitCode();
                    }
                    throw exception;
                })
                .setParameterExceptionHandler((exception, arguments) -> {
                    CommandLine command = exception.getCommandLine();
                    command.getErr().println(exception.getMessage());
                    command.getErr().println("Run 'stator " + nameOf(command) + "--help' for what it understands.");
                    return ExitCode.USAGE;
                });
    }

    private static String nameOf(CommandLine command) {
        return command.getParent() == null ? "" : command.getCommandName() + " ";
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: serve or version.");
    }
}
