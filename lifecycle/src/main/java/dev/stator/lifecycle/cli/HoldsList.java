package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.Lifecycle;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;

/** Lists what is on hold. */
@Command(name = "holds", description = "List what is on hold, and why.", mixinStandardHelpOptions = true)
final class HoldsList extends TableCommand {
    @Override
    int run(Lifecycle lifecycle, PrintWriter out) {
        Map<String, Map<String, String>> all = lifecycle.holds().all();
        all.forEach(
                (subject, holds) -> holds.forEach((id, reason) -> out.println(subject + "  " + id + "  " + reason)));
        if (all.isEmpty()) {
            out.println("Nothing is on hold.");
        }
        return ExitCode.OK;
    }
}
