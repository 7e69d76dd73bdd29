package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.audit.Verification;
import dev.stator.lifecycle.offload.RunFiles;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Checks the chains of records. */
@Command(
        name = "verify",
        description = "Check all chains of audit records, and say what is broken. It reads the companion table from end"
                + " to end. Exit code 1 if something is broken.",
        mixinStandardHelpOptions = true)
final class Verify implements Callable<Integer> {
    @Mixin
    private final Connection connection = new Connection();

    @Option(
            names = "--files",
            paramLabel = "FOLDER",
            description = "Instead check the copies of a purge in this folder, by their manifest.")
    private @Nullable Path files;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        LifecycleSpec spec = connection.spec();
        Path folder = files;
        if (folder != null) {
            List<String> problems = RunFiles.problems(folder);
            problems.forEach(out::println);
            out.println(
                    problems.isEmpty()
                            ? "The copies in " + folder + " are as their manifest has them."
                            : problems.size() + " problems.");
            return problems.isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
        }
        try (DynamoDbClient client = connection.client()) {
            Verification verification =
                    connection.lifecycle(spec, client).audit().verifyAll();
            verification.problems().forEach(out::println);
            out.println(verification.ledgers() + " chains, " + verification.records() + " records, "
                    + (verification.isIntact()
                            ? "all intact."
                            : verification.problems().size() + " problems."));
            out.println("digest " + verification.digest());
            return verification.isIntact() ? ExitCode.OK : ExitCode.FINDINGS;
        }
    }
}
