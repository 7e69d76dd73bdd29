package dev.stator.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./stator bench calls}: single calls in one JVM, by JMH. */
@Command(
        name = "calls",
        description = "Measure single calls inside a JVM: time and allocation of each.",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        sortOptions = false)
final class Micro implements Callable<Integer> {
    private static final String ALLOCATION = "gc.alloc.rate.norm";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            defaultValue = ".*",
            description = "Benchmarks whose names match. Default: all.")
    private String only = ".*";

    @Option(names = "--forks", paramLabel = "N", defaultValue = "3", description = "JVMs of each. Default: 3.")
    private int forks;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "2",
            description = "Length of an iteration, of which there are 3 to warm up and 3 that count. Default: 2.")
    private int seconds;

    @Override
    public Integer call() throws RunnerException {
        PrintWriter out = spec.commandLine().getOut();
        Report.machine(out);
        out.println("| call | us | +- us | bytes allocated |");
        out.println("|---|--:|--:|--:|");
        for (RunResult result : run()) {
            Result<?> time = result.getPrimaryResult();
            Result<?> allocation = result.getSecondaryResults().get(ALLOCATION);
            out.printf(
                    Locale.ROOT,
                    "| %s%s | %.2f | %.2f | %,.0f |%n",
                    name(result),
                    parameters(result),
                    time.getScore(),
                    time.getScoreError(),
                    allocation == null ? Double.NaN : allocation.getScore());
        }
        out.flush();
        return 0;
    }

    private Collection<RunResult> run() throws RunnerException {
        return new Runner(new OptionsBuilder()
                        .include("dev\\.stator\\.bench\\..*(" + only + ")")
                        .forks(forks)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(seconds))
                        .measurementIterations(3)
                        .measurementTime(TimeValue.seconds(seconds))
                        .addProfiler(GCProfiler.class)
                        .jvmArgsAppend(jvmOptions())
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
    }

    private static String[] jvmOptions() {
        // Memory that the machine has handed over before: a call is measured, not the first touch of a page.
        List<String> options = new ArrayList<>(
                List.of("--enable-native-access=ALL-UNNAMED", "-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"));
        // Newer Javas warn of JMH's own use of Unsafe.
        if (Runtime.version().feature() >= 24) {
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        return options.toArray(String[]::new);
    }

    private static String name(RunResult result) {
        return result.getParams().getBenchmark().replace("dev.stator.bench.", "");
    }

    private static String parameters(RunResult result) {
        @Nullable String storage = result.getParams().getParam("storage");
        return storage == null ? "" : ", " + storage.toLowerCase(Locale.ROOT);
    }
}
