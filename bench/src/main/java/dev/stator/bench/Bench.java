package dev.stator.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./stator bench}: starts the servers, loads the same items into each, and measures them in turn. */
@Command(
        name = "bench",
        subcommands = Micro.class,
        description = "Measure Stator against a null server, dynalite and raw RocksDB, all in one run.",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        sortOptions = false)
public final class Bench implements Callable<Integer> {
    private static final int SLICE_SMALL = 10_000;
    private static final int SLICE_LARGE = 1_000_000;
    private static final int SLICE_HUGE = 10_000_000;
    /** Of what the closed loop reached; more would measure the queue. */
    private static final double OPEN_LOOP_SHARE = 0.4;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "4", description = "Length of a run. Default: 4.")
    private int seconds;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each work on each server; the" + " median is shown. Default: 3.")
    private int runs;

    @Option(names = "--connections", paramLabel = "N", defaultValue = "16", description = "Default: 16.")
    private int connections;

    @Option(names = "--only", paramLabel = "NAME", split = ",", description = "Works to measure, by short name.")
    private @Nullable List<String> only;

    @Option(
            names = "--skip",
            paramLabel = "SERVER",
            split = ",",
            description = "Servers to leave out: dynalite, rocksdb.")
    private List<String> skip = List.of();

    @Option(names = "--huge", description = "Also take a slice out of ten million items; takes minutes to load.")
    private boolean huge;

    @Option(names = "--java-option", paramLabel = "X", description = "Handed to the Stator servers; may be repeated.")
    private List<String> javaOptions = List.of();

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Where data is written. Default: ${DEFAULT-VALUE}.",
            defaultValue = "bench/target/bench")
    private Path folder = Path.of("bench/target/bench");

    /** The command. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Bench()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, RocksDBException {
        folder = folder.toAbsolutePath();
        Files.createDirectories(folder);
        PrintWriter out = spec.commandLine().getOut();
        List<Target> targets = new ArrayList<>();
        try {
            start(targets, out);
            Report report = new Report(out);
            report.head();
            for (Work work : works()) {
                report.add(work, measure(work, targets));
            }
            slices(targets, report);
            report.memory(targets);
            if (isWanted("raw")) {
                syncedWrites(targets, report);
            }
        } finally {
            targets.forEach(Target::close);
        }
        return 0;
    }

    private boolean isWanted(String name) {
        return only == null || only.contains(name);
    }

    private List<Work> works() {
        return Works.all().stream().filter(work -> isWanted(work.name())).toList();
    }

    private void start(List<Target> targets, PrintWriter out) throws IOException, InterruptedException {
        Targets makers = new Targets(folder, javaOptions);
        Target memory = makers.statorInMemory();
        targets.add(memory);
        if (!skip.contains("rocksdb")) {
            targets.add(makers.statorOnRocksDb());
        }
        Target dynalite = skip.contains("dynalite") ? null : makers.dynalite();
        if (dynalite != null) {
            targets.add(dynalite);
        } else if (!skip.contains("dynalite")) {
            out.println("dynalite could not be installed with npm and is left out");
        }
        for (Target target : targets) {
            load(target, Works.setUp());
        }
        targets.addFirst(makers.nullServer(answers(memory)));
    }

    private static void load(Target target, List<Call> calls) throws IOException {
        try (LoadGenerator generator = new LoadGenerator(target.address(), 1)) {
            for (Call call : calls) {
                generator.call(HttpCall.of(call, "load"));
            }
        }
    }

    /** What Stator answers, for the null server to say the same. */
    private Path answers(Target stator) throws IOException {
        Path answers = Files.createTempDirectory(folder, "answers");
        try (LoadGenerator generator = new LoadGenerator(stator.address(), 1)) {
            for (Work work : Works.all()) {
                Files.write(
                        answers.resolve(work.name()),
                        generator.call(HttpCall.of(work.calls().getFirst(), work.name())));
            }
        }
        return answers;
    }

    /** Measures the servers in turn, so that a busy moment of the machine hits all of them. */
    private Map<String, Figures> measure(Work work, List<Target> targets) throws IOException {
        Map<String, Figures> figures = new LinkedHashMap<>();
        for (Target target : targets) {
            if (can(target, work)) {
                figures.put(target.name(), new Figures());
                run(target, work, new Figures());
            }
        }
        for (int run = 0; run < runs; run++) {
            for (Target target : targets) {
                Figures into = figures.get(target.name());
                if (into != null) {
                    run(target, work, into);
                }
            }
        }
        for (Target target : targets) {
            Figures into = figures.get(target.name());
            if (into != null) {
                runOpenLoop(target, work, into);
            }
        }
        return figures;
    }

    private static boolean can(Target target, Work work) throws IOException {
        try (LoadGenerator generator = new LoadGenerator(target.address(), 1)) {
            generator.call(HttpCall.of(work.calls().getFirst(), work.name()));
            return true;
        } catch (IllegalStateException e) {
            // Such as dynalite, which has no transactions.
            return false;
        }
    }

    private void run(Target target, Work work, Figures into) throws IOException {
        try (LoadGenerator generator = new LoadGenerator(target.address(), connections)) {
            double before = target.cpuSeconds();
            LoadGenerator.Load load = generator.closedLoop(work.overHttp(), Duration.ofSeconds(seconds));
            into.add(load, target.cpuSeconds() - before);
        }
    }

    private void runOpenLoop(Target target, Work work, Figures into) throws IOException {
        try (LoadGenerator generator = new LoadGenerator(target.address(), connections)) {
            into.addLatency(generator
                    .openLoop(
                            work.overHttp(),
                            Math.max(1, into.perSecond() * OPEN_LOOP_SHARE),
                            Duration.ofSeconds(seconds))
                    .latencyNanos());
        }
    }

    private void slices(List<Target> targets, Report report) throws IOException {
        List<Integer> sizes = huge ? List.of(SLICE_SMALL, SLICE_LARGE, SLICE_HUGE) : List.of(SLICE_SMALL, SLICE_LARGE);
        List<Target> stator = targets.stream()
                .filter(target -> target.name().startsWith("Stator"))
                .toList();
        for (int size : sizes) {
            if (isWanted("slice-" + size)) {
                for (Target target : stator) {
                    load(target, Works.setUpSlice(size));
                }
                Work work = Works.slice(size);
                report.add(work, measure(work, stator));
            }
        }
    }

    private void syncedWrites(List<Target> targets, Report report)
            throws IOException, RocksDBException, InterruptedException {
        Work put = Works.named("put");
        for (Target target : targets) {
            if (target.name().equals("Stator, RocksDB")) {
                List<Double> raw = new ArrayList<>();
                Figures figures = new Figures();
                for (int run = 0; run < runs; run++) {
                    raw.add(RawRocksDb.syncedPutsPerSecond(
                            folder, Report.SYNC_CONNECTIONS, Duration.ofSeconds(seconds)));
                    try (LoadGenerator generator = new LoadGenerator(target.address(), Report.SYNC_CONNECTIONS)) {
                        double before = target.cpuSeconds();
                        figures.add(
                                generator.closedLoop(put.overHttp(), Duration.ofSeconds(seconds)),
                                target.cpuSeconds() - before);
                    }
                }
                report.syncedWrites(raw.stream().sorted().toList().get(raw.size() / 2), figures);
            }
        }
    }
}
