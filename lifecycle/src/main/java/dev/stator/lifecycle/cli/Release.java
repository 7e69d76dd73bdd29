package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.hold.Holds;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;

/** Ends a hold. */
@Command(
        name = "release",
        description = "End a hold on an item, or without --sort on an owner. Exit code 1 if there is no such hold.",
        mixinStandardHelpOptions = true)
final class Release extends HoldChange {
    @Override
    int change(Holds holds, Subject subject, String id, Map<String, String> present, PrintWriter out) {
        if (!present.containsKey(id)) {
            out.println("There is no hold " + id + " on " + subject
                    + (present.isEmpty() ? "." : ", only " + String.join(", ", present.keySet()) + "."));
            return ExitCode.FINDINGS;
        }
        if (subject.isItem()) {
            holds.release(subject.key(), id, subject.actor(), subject.reason());
        } else {
            holds.releaseOwner(subject.partition(), id, subject.actor(), subject.reason());
        }
        out.println("Released: " + subject + ".");
        return ExitCode.OK;
    }
}
