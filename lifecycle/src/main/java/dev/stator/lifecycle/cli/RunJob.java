package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.job.Counts;
import dev.stator.lifecycle.job.Failure;
import dev.stator.lifecycle.job.Job;
import dev.stator.lifecycle.job.JobRequest;
import dev.stator.lifecycle.job.Preview;
import dev.stator.lifecycle.job.Report;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a job, or says what it would do. */
@Command(
        name = "run",
        description = "Run a job: move or purge all items whose time is over. Exit code 1 if some could not be moved.",
        mixinStandardHelpOptions = true)
final class RunJob extends TableCommand {
    private static final int SAMPLES_MAX = 10;

    @Option(
            names = "--job",
            required = true,
            paramLabel = "NAME",
            description = "Which one: the name of a transition with 'trigger: retention'.")
    @SuppressWarnings("NullAway.Init") // picocli demands it
    private String job;

    @Option(names = "--dry-run", description = "Only say what is due, with samples and units; write nothing.")
    private boolean isDry;

    @Option(names = "--rate", paramLabel = "UNITS", description = "Consume at most so many write units a second.")
    private double rate;

    @Option(
            names = "--parallel",
            paramLabel = "ITEMS",
            defaultValue = "8",
            description = "Move so many items at a time; ${DEFAULT-VALUE} if not given.")
    private int parallel;

    @Option(names = "--resume", paramLabel = "RUN", description = "Go on with a run that was interrupted.")
    private @Nullable String resumed;

    @Option(
            names = "--files",
            paramLabel = "FOLDER",
            description = "For a purge: where its files go, a folder for each run: a copy of what is purged, its"
                    + " manifest, and the list of proofs.")
    private @Nullable Path files;

    @Option(names = "--no-copy", description = "For a purge: keep no copy, where the law wants the data gone.")
    private boolean keepsNoCopy;

    @Override
    void check() {
        if (rate < 0 || parallel < 1) {
            throw wrong("A rate is not negative, and one item at least is moved at a time.");
        }
    }

    @Override
    int run(Lifecycle lifecycle, PrintWriter out) throws InterruptedException {
        JobRequest request = JobRequest.of(job).rate(rate).parallel(parallel);
        Path folder = files;
        if (folder != null) {
            request = request.files(folder, !keepsNoCopy);
        }
        Job chosen = Job.of(lifecycle, request);
        return isDry ? preview(chosen.preview(), out) : run(chosen, out);
    }

    private int preview(Preview preview, PrintWriter out) {
        out.println(preview.due() + " items are due for " + preview.job() + " at " + preview.until()
                + preview.oldest().map(at -> ", the oldest since " + at).orElse("") + ".");
        preview.byShard().forEach((shard, count) -> out.println("  " + shard + ": " + count));
        for (Preview.Sample sample :
                preview.samples().stream().limit(SAMPLES_MAX).toList()) {
            out.println("  for example " + sample.key() + ", due since " + sample.due() + ", " + sample.bytes()
                    + " bytes, " + Text.units(sample.writeUnits()) + " write units");
        }
        for (Failure held : preview.held()) {
            out.println("  skipped: " + held.key() + ": " + held.reason());
        }
        out.println("About " + Text.units(preview.writeUnits()) + " write units"
                + (rate > 0
                        ? ", " + Text.duration(preview.writeUnits() / rate) + " at " + Text.units(rate) + " a second"
                        : "")
                + ". Nothing was written; looking took " + Text.units(preview.readUnits()) + " read units.");
        return ExitCode.OK;
    }

    private int run(Job chosen, PrintWriter out) throws InterruptedException {
        ProgressPrinter printer = new ProgressPrinter(err(), Boolean.getBoolean("stator.terminal"));
        String run = resumed;
        Report report;
        try {
            report = run == null ? chosen.run(printer) : chosen.resume(run, printer);
        } finally {
            printer.end();
        }
        Counts counts = report.counts();
        out.println(String.format(
                Locale.ROOT,
                "Run %s of %s: %d %s, %d on hold, %d failed, %d not due any more, %d where somebody else was first;"
                        + " %s write units, %s read units.",
                report.run().id(),
                report.run().job(),
                counts.done(),
                chosen.isPurge() ? "purged" : "moved",
                counts.held(),
                counts.failed(),
                counts.notDue(),
                counts.lost(),
                Text.units(counts.units()),
                Text.units(report.readUnits())));
        if (!report.run().files().isEmpty()) {
            out.println("Its files are in " + report.run().files() + "; summary.json says what no purge reaches.");
        }
        return counts.failed() > 0 ? ExitCode.FINDINGS : ExitCode.OK;
    }
}
