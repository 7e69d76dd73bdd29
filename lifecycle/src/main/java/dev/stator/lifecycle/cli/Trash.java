package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.item.LifecycleItem;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists what an owner has in the trash. */
@Command(
        name = "trash",
        description = "List what an owner has in the trash, newest first, and until when it can be restored.",
        mixinStandardHelpOptions = true)
final class Trash extends TableCommand {
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

    @Override
    void check() {
        if (limit < 1) {
            throw wrong("A list has at least one item, not " + limit + ".");
        }
    }

    @Override
    int run(Lifecycle lifecycle, PrintWriter out) {
        List<LifecycleItem> items =
                lifecycle.views().trash(partition).limit(limit).toList();
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
