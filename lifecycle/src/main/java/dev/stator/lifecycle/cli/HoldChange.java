package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.hold.Holds;
import dev.stator.lifecycle.item.LifecycleItem;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A hold that is placed or ended, on an item or on an owner. */
abstract class HoldChange extends TableCommand {
    @Mixin
    private final Subject subject = new Subject();

    @Option(
            names = "--id",
            required = true,
            paramLabel = "CASE",
            description = "The hold's id, such as a case's number.")
    @SuppressWarnings("NullAway.Init") // picocli demands it
    private String id;

    @Override
    final int run(Lifecycle lifecycle, PrintWriter out) {
        Holds holds = lifecycle.holds();
        if (!subject.isItem()) {
            return change(holds, subject, id, holds.onOwner(subject.partition()), out);
        }
        Optional<LifecycleItem> item = lifecycle.views().get(subject.key());
        if (item.isEmpty()) {
            out.println("There is no item " + subject.key() + ".");
            return ExitCode.FINDINGS;
        }
        return change(holds, subject, id, holds.onItem(item.get()), out);
    }

    /**
     * Places or ends it.
     *
     * @param present the holds that the subject itself has
     * @return the exit code
     */
    abstract int change(Holds holds, Subject subject, String id, Map<String, String> present, PrintWriter out);
}
