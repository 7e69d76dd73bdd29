package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.Lifecycle;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes what a declaration needs and is not there: the companion table, the index of what is due, the time to live. */
@Command(
        name = "init",
        description = "Make what a declaration needs: the companion table, the index of what is due, the time to live."
                + " What is there is left as it is.",
        mixinStandardHelpOptions = true)
final class Init extends TableCommand {
    @Option(
            names = "--create-table",
            description = "Also create the table of the items, on demand, if it is not there.")
    private boolean createsTable;

    @Override
    int run(Lifecycle lifecycle, PrintWriter out) throws InterruptedException {
        if (createsTable) {
            lifecycle.tables().createTable();
        }
        lifecycle.tables().createCompanion();
        new Additions(lifecycle.context()).make().forEach(out::println);
        List<String> problems = lifecycle.tables().problems();
        problems.forEach(out::println);
        if (problems.isEmpty()) {
            out.println("The tables " + lifecycle.spec().table() + " and "
                    + lifecycle.spec().companion() + " are as the lifecycle "
                    + lifecycle.spec().name() + " needs them.");
        }
        return problems.isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
    }
}
