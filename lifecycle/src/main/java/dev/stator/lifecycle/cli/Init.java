package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Makes what a declaration needs and is not there: the companion table, the index of what is due, the time to live. */
@Command(
        name = "init",
        description = "Make what a declaration needs: the companion table, the index of what is due, the time to live."
                + " What is there is left as it is.",
        mixinStandardHelpOptions = true)
final class Init implements Callable<Integer> {
    @Mixin
    private final Connection connection = new Connection();

    @Option(
            names = "--create-table",
            description = "Also create the table of the items, on demand, if it is not there.")
    private boolean createsTable;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec command;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = command.commandLine().getOut();
        LifecycleSpec spec = connection.spec();
        try (DynamoDbClient client = connection.client()) {
            Lifecycle lifecycle = connection.lifecycle(spec, client);
            if (createsTable) {
                lifecycle.tables().createTable();
            }
            lifecycle.tables().createCompanion();
            new Additions(lifecycle.context()).make().forEach(out::println);
            List<String> problems = lifecycle.tables().problems();
            problems.forEach(out::println);
            if (problems.isEmpty()) {
                out.println("The tables " + spec.table() + " and " + spec.companion() + " are as the lifecycle "
                        + spec.name() + " needs them.");
            }
            return problems.isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
        }
    }
}
