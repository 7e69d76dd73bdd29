package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.hold.Holds;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;

/** Puts something on hold. */
@Command(
        name = "hold",
        description = "Put an item on hold, or without --sort all that an owner has.",
        mixinStandardHelpOptions = true)
final class Hold extends HoldChange {
    @Override
    int change(Holds holds, Subject subject, String id, Map<String, String> present, PrintWriter out) {
        if (!subject.isItem()) {
            holds.holdOwner(subject.partition(), id, subject.actor(), subject.reason());
        } else if (!holds.hold(subject.key(), id, subject.actor(), subject.reason())) {
            out.println("The item " + subject.key() + " is gone at this moment.");
            return ExitCode.FINDINGS;
        }
        out.println("On hold: " + subject + ".");
        return ExitCode.OK;
    }
}
