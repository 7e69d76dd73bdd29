package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.measure.RestoreLatency;
import dev.stator.lifecycle.measure.StateSize;
import dev.stator.lifecycle.spec.Durations;
import dev.stator.lifecycle.spec.Retention;
import dev.stator.lifecycle.spec.StateKind;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows how much is in each state, and how long restores take. */
@Command(
        name = "stats",
        description = "Show items and bytes by state, how long after deletions people restore, and what retention"
                + " that suggests. Without --partition it reads the whole table.",
        mixinStandardHelpOptions = true)
final class Stats extends TableCommand {
    @Option(names = "--partition", paramLabel = "KEY", description = "Only what this owner has.")
    private @Nullable String partition;

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            defaultValue = "30",
            description = "Look at the restores of so many days; ${DEFAULT-VALUE} if not given.")
    private int days;

    @Override
    void check() {
        if (days < 1) {
            throw wrong("Restores are looked at for a day at least, not " + days + ".");
        }
    }

    @Override
    int run(Lifecycle lifecycle, PrintWriter out) {
        String owner = partition;
        Map<String, StateSize> sizes = owner == null
                ? lifecycle.measurements().ofTable()
                : lifecycle.measurements().ofOwner(owner);
        sizes.forEach(
                (state, size) -> out.println(state + ": " + size.items() + " items, " + Text.bytes(size.bytes())));
        LocalDate today = lifecycle.context().now().atZone(ZoneOffset.UTC).toLocalDate();
        RestoreLatency latency = lifecycle.measurements().restoreLatency(today.minusDays(days - 1L), today);
        out.println(latency.count() + " restores in " + days + " days"
                + (latency.count() == 0
                        ? "."
                        : ": half of them within " + text(latency.percentile(50)) + ", 80 % within "
                                + text(latency.percentile(80)) + ", 95 % within "
                                + text(latency.percentile(95)) + "."));
        lifecycle.spec().statesOf(StateKind.DELETED).stream().findFirst().ifPresent(state -> {
            Retention retention = state.retention();
            if (retention != null) {
                RestoreLatency.Suggestion suggestion = latency.suggest(retention.otherwise());
                out.println("Suggested retention of " + state.name() + ": " + Durations.format(suggestion.retention())
                        + ". " + suggestion.why());
            }
        });
        return ExitCode.OK;
    }

    private static String text(Duration duration) {
        return Text.duration((double) duration.toSeconds());
    }
}
