package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.job.Counts;
import dev.stator.lifecycle.job.Failure;
import dev.stator.lifecycle.job.Run;
import dev.stator.lifecycle.job.RunStore;
import dev.stator.lifecycle.job.Segment;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Shows runs and their checkpoints. */
@Command(
        name = "status",
        description = "List the runs of jobs, or show one with its checkpoints and failures.",
        mixinStandardHelpOptions = true)
final class Status implements Callable<Integer> {
    @Mixin
    private final Connection connection = new Connection();

    @Option(names = "--run", paramLabel = "RUN", description = "Show this one.")
    private @Nullable String run;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        LifecycleSpec spec = connection.spec();
        try (DynamoDbClient client = connection.client()) {
            RunStore store = new RunStore(connection.lifecycle(spec, client).context());
            String id = run;
            if (id == null) {
                List<Run> runs = store.all();
                runs.forEach(one -> out.println(line(one, counts(store, one))));
                if (runs.isEmpty()) {
                    out.println("No job has run yet.");
                }
                return ExitCode.OK;
            }
            Run one = store.find(id)
                    .orElseThrow(() -> new IllegalArgumentException("There is no run " + id + "; without --run, this"
                            + " command lists those that there are."));
            out.println(line(one, counts(store, one)));
            for (Segment segment : store.segments(id)) {
                out.println("  " + segment.shard() + ": " + text(segment.counts())
                        + (segment.isDone()
                                ? ", at its end"
                                : segment.plan().isEmpty()
                                        ? ""
                                        : ", " + segment.plan().size() + " in hand"));
            }
            for (Failure failure : store.failures(id)) {
                out.println(
                        "  " + (failure.isHeld() ? "skipped: " : "failed: ") + failure.key() + ": " + failure.reason());
            }
            return ExitCode.OK;
        }
    }

    private static Counts counts(RunStore store, Run run) {
        return store.segments(run.id()).stream().map(Segment::counts).reduce(Counts.NONE, Counts::plus);
    }

    private static String line(Run run, Counts counts) {
        String state = run.status() == Run.Status.DONE
                ? "done"
                : run.leaseUntil().isAfter(Instant.now()) ? "running on " + run.worker() : "interrupted, to be resumed";
        return run.id() + "  " + run.job() + "  " + run.started() + "  " + state + ": " + text(counts);
    }

    private static String text(Counts counts) {
        return counts.done() + " done, " + counts.held() + " on hold, " + counts.failed() + " failed, "
                + counts.notDue() + " not due, " + counts.lost() + " lost to others, " + Text.units(counts.units())
                + " write units";
    }
}
