package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.spec.LifecycleSpec;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Lists what is on hold. */
@Command(name = "holds", description = "List what is on hold, and why.", mixinStandardHelpOptions = true)
final class HoldsList implements Callable<Integer> {
    @Mixin
    private final Connection connection = new Connection();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        LifecycleSpec spec = connection.spec();
        try (DynamoDbClient client = connection.client()) {
            Map<String, Map<String, String>> all =
                    connection.lifecycle(spec, client).holds().all();
            all.forEach((subject, holds) ->
                    holds.forEach((id, reason) -> out.println(subject + "  " + id + "  " + reason)));
            if (all.isEmpty()) {
                out.println("Nothing is on hold.");
            }
            return ExitCode.OK;
        }
    }
}
