package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.hold.Holds;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Ends a hold. */
@Command(
        name = "release",
        description = "End a hold on an item, or without --sort on an owner.",
        mixinStandardHelpOptions = true)
final class Release implements Callable<Integer> {
    @Mixin
    private final Connection connection = new Connection();

    @Mixin
    private final Subject subject = new Subject();

    @Option(
            names = "--id",
            required = true,
            paramLabel = "CASE",
            description = "The hold's id, such as a case's number.")
    @SuppressWarnings("NullAway.Init") // picocli demands it
    private String id;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        LifecycleSpec spec = connection.spec();
        try (DynamoDbClient client = connection.client()) {
            Holds holds = connection.lifecycle(spec, client).holds();
            if (!subject.isItem()) {
                holds.releaseOwner(subject.partition(), id, subject.actor(), subject.reason());
            } else if (!holds.release(subject.key(), id, subject.actor(), subject.reason())) {
                out.println("There is no item " + subject.key() + ".");
                return ExitCode.FINDINGS;
            }
            out.println("Released: " + (subject.isItem() ? subject.key() : subject.partition()) + ".");
            return ExitCode.OK;
        }
    }
}
