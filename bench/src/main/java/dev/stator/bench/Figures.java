package dev.stator.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What several runs of one work on one server showed; the medians count, since machines are shared and noisy. */
final class Figures {
    private final List<Run> runs = new ArrayList<>();
    private final Histogram latencyNanos = new Histogram(1, 60_000_000_000L, 3);

    /** One run: requests a second, and requests for each second of the server's CPU time. */
    private record Run(double perSecond, double perCpuSecond) {}

    void add(LoadGenerator.Load load, double cpuSeconds) {
        runs.add(new Run(load.requests() / load.seconds(), load.requests() / cpuSeconds));
    }

    /** Adds what an open loop showed. */
    void addLatency(Histogram latency) {
        latencyNanos.add(latency);
    }

    double perSecond() {
        return median(runs.stream()
                .map(Run::perSecond)
                .sorted(Comparator.naturalOrder())
                .toList());
    }

    double perCpuSecond() {
        return median(runs.stream()
                .map(Run::perCpuSecond)
                .sorted(Comparator.naturalOrder())
                .toList());
    }

    /** In microseconds; zero if no open loop ran. */
    double latencyMicros(double percentile) {
        return latencyNanos.getValueAtPercentile(percentile) / 1e3;
    }

    private static double median(List<Double> sorted) {
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }
}
