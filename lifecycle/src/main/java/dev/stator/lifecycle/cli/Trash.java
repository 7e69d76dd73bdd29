package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.item.LifecycleItem;
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

/** Lists what an owner has in the trash. */
@Command(
        name = "trash",
        description = "List what an owner has in the trash, newest first, and until when it can be restored.",
        mixinStandardHelpOptions = true)
final class Trash implements Callable<Integer> {
    @Mixin
    private final Connection connection = new Connection();

    @Option(
            names = "--partition",
            required = true,
            paramLabel = "KEY",
            description = "The partition key of the owner, such as 'USER#ann'.")
    @SuppressWarnings("NullAway.Init") // picocli demands it
    private String partition;

    @Option(
            names = "--limit",
            paramLabel = "ITEMS",
            defaultValue = "50",
            description = "At most so many; ${DEFAULT-VALUE} if not given.")
    private int limit;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        LifecycleSpec spec = connection.spec();
        try (DynamoDbClient client = connection.client()) {
            List<LifecycleItem> items = connection
                    .lifecycle(spec, client)
                    .views()
                    .trash(partition)
                    .limit(limit)
                    .toList();
            for (LifecycleItem item : items) {
                out.println(item.key() + "  by "
                        + item.movedBy().orElse("somebody")
                        + item.reason().map(why -> " (" + why + ")").orElse("")
                        + item.expiresAt().map(end -> ", until " + end).orElse(""));
            }
            if (items.isEmpty()) {
                out.println("The trash of " + partition + " is empty.");
            }
            return ExitCode.OK;
        }
    }
}
