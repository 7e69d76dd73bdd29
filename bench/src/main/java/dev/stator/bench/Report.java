package dev.stator.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints what was measured as Markdown, so that it can be pasted where it is quoted. */
final class Report {
    static final int SYNC_CONNECTIONS = 64;

    private static final String NULL_SERVER = "null server";
    private static final String DYNALITE = "dynalite 4";

    private final PrintWriter out;

    Report(PrintWriter out) {
        this.out = out;
    }

    /** Says when and where. */
    static void machine(PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%s, %d processors, Java %s%n%n",
                LocalDate.now(ZoneId.systemDefault()),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version());
    }

    void head() {
        machine(out);
        out.println(
                "| work | server | requests/s | requests/CPU-s | of null | x dynalite | p50 us | p99 us | p99.9 us |");
        out.println("|---|---|--:|--:|--:|--:|--:|--:|--:|");
        out.flush();
    }

    void add(Work work, Map<String, Figures> figures) {
        Figures limit = figures.get(NULL_SERVER);
        Figures peer = figures.get(DYNALITE);
        figures.forEach((server, figure) -> out.printf(
                Locale.ROOT,
                "| %s | %s | %,.0f | %,.0f | %s | %s | %.0f | %.0f | %.0f |%n",
                work.title(),
                server,
                figure.perSecond(),
                figure.perCpuSecond(),
                ratio(figure, limit, "%.0f %%", 100),
                ratio(figure, peer, "%.1f", 1),
                figure.latencyMicros(50),
                figure.latencyMicros(99),
                figure.latencyMicros(99.9)));
        out.flush();
    }

    void memory(List<Target> targets) throws IOException {
        out.println();
        for (Target target : targets) {
            out.printf(Locale.ROOT, "%s: %d MB resident after the runs%n", target.name(), target.residentMegabytes());
        }
        out.flush();
    }

    void syncedWrites(double raw, Figures stator) {
        out.printf(
                Locale.ROOT,
                "%nSynced writes of 1 KB, %d at a time: raw RocksDB %,.0f/s, Stator PutItem %,.0f/s (%.0f %%), p50 of"
                        + " the machine's disk included%n",
                SYNC_CONNECTIONS,
                raw,
                stator.perSecond(),
                100 * stator.perSecond() / raw);
        out.flush();
    }

    private static String ratio(Figures figure, @Nullable Figures base, String format, double factor) {
        return base == null || base == figure
                ? ""
                : format.formatted(factor * figure.perCpuSecond() / base.perCpuSecond());
    }
}
