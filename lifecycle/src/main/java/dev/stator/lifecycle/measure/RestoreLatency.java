package dev.stator.lifecycle.measure;

import dev.stator.lifecycle.spec.Durations;
import java.time.Duration;
import java.util.List;

/**
 * How long after a deletion people have restored.
 *
 * @param latencies of each restore, shortest first
 */
public record RestoreLatency(List<Duration> latencies) {
    private static final int RESTORES_MIN = 30;
    private static final double MARGIN = 1.5;
    // Who would have restored later could not: near the end of the retention the distribution is cut off.
    private static final double CENSORED = 0.8;

    public RestoreLatency {
        latencies = latencies.stream().sorted().toList();
    }

    /** How many restores there were. */
    public int count() {
        return latencies.size();
    }

    /**
     * The latency that so many percent of the restores do not exceed.
     *
     * @param percent 1 to 100
     * @throws IllegalStateException if there were none
     */
    public Duration percentile(int percent) {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException("a percentile is 1 to 100, not " + percent);
        }
        if (latencies.isEmpty()) {
            throw new IllegalStateException("there were no restores");
        }
        return latencies.get((int) Math.ceil(percent / 100.0 * latencies.size()) - 1);
    }

    /**
     * A retention that follows from the latencies.
     *
     * @param retention how long it is
     * @param why       in words
     */
    public record Suggestion(Duration retention, String why) {}

    /**
     * What retention they suggest: half as much again as 95 percent of the restores needed, in whole days.
     *
     * @param current the retention under which they were measured
     */
    public Suggestion suggest(Duration current) {
        if (count() < RESTORES_MIN) {
            return new Suggestion(
                    current,
                    count() + " restores are too few to tell; with " + RESTORES_MIN + " there is a suggestion.");
        }
        Duration most = percentile(95);
        if (most.toSeconds() > CENSORED * current.toSeconds()) {
            return new Suggestion(
                    current.multipliedBy(2),
                    "One in twenty restores comes in the last fifth of the retention of " + Durations.format(current)
                            + ", so others probably came too late: double it, and measure again.");
        }
        long days = Math.max(1, (long)
                Math.ceil(most.toSeconds() * MARGIN / Duration.ofDays(1).toSeconds()));
        return new Suggestion(
                Duration.ofDays(days),
                "95 percent of " + count() + " restores came within " + most.toHours() + " hours; this is half as much"
                        + " again.");
    }
}
