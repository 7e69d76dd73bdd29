package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.job.Counts;
import dev.stator.lifecycle.job.Failure;
import dev.stator.lifecycle.job.Run;
import dev.stator.lifecycle.job.RunStore;
import dev.stator.lifecycle.job.Segment;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows runs and their checkpoints. */
@Command(
        name = "status",
        description = "List the runs of jobs, or show one with its checkpoints and failures.",
        mixinStandardHelpOptions = true)
final class Status extends TableCommand {
    @Option(names = "--run", paramLabel = "RUN", description = "Show this one.")
    private @Nullable String run;

    @Override
    int run(Lifecycle lifecycle, PrintWriter out) {
        RunStore store = new RunStore(lifecycle.context());
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
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no run " + id + "; without --run, this" + " command lists those that there are."));
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
            out.println("  " + (failure.isHeld() ? "skipped: " : "failed: ") + failure.key() + ": " + failure.reason());
        }
        return ExitCode.OK;
    }

    private static Counts counts(RunStore store, Run run) {
        return store.segments(run.id()).stream().map(Segment::counts).reduce(Counts.NONE, Counts::plus);
    }

    private static String line(Run run, Counts counts) {
        String state = run.status() == Run.Status.DONE
                ? "done"
                : run.isWorkedOn(Instant.now()) ? "running on " + run.worker() : "interrupted, to be resumed";
        return run.id() + "  " + run.job() + "  " + run.started() + "  " + state + ": " + text(counts);
    }

    private static String text(Counts counts) {
        return counts.done() + " done, " + counts.held() + " on hold, " + counts.failed() + " failed, "
                + counts.notDue() + " not due, " + counts.lost() + " lost to others, " + Text.units(counts.units())
                + " write units";
    }
}
