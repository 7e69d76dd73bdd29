package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.job.Counts;
import dev.stator.lifecycle.job.Failure;
import dev.stator.lifecycle.job.Progress;
import dev.stator.lifecycle.job.Run;
import java.io.PrintWriter;
import java.util.Locale;

/** Shows how a run goes: a bar that is drawn again and again on a terminal, now and then a line elsewhere. */
final class ProgressPrinter implements Progress {
    private static final int BAR_CHARS = 30;
    private static final long BAR_NANOS = 100_000_000L;
    private static final long LINE_NANOS = 5_000_000_000L;

    private final PrintWriter err;
    private final boolean isTerminal;
    private final long started = System.nanoTime();
    private long total;
    private double unitsBefore;
    private long printed;
    private boolean isBarOpen;
    private Counts last = Counts.NONE;

    ProgressPrinter(PrintWriter err, boolean isTerminal) {
        this.err = err;
        this.isTerminal = isTerminal;
    }

    @Override
    public synchronized void begun(Run run, long due, Counts before) {
        total = due + before.items();
        unitsBefore = before.units();
        err.println("Run " + run.id() + " of " + run.job() + ": " + due + " items to look at"
                + (before.items() > 0 ? ", " + before.items() + " were looked at before" : "") + ".");
        err.println("If it is interrupted: stator lifecycle run ... --job " + run.job() + " --resume " + run.id());
        err.flush();
    }

    @Override
    public synchronized void advanced(Counts counts) {
        last = counts;
        long now = System.nanoTime();
        if (now - printed >= (isTerminal ? BAR_NANOS : LINE_NANOS)) {
            printed = now;
            print(now);
        }
    }

    @Override
    public synchronized void skipped(Failure failure) {
        if (isBarOpen) {
            err.println();
            isBarOpen = false;
        }
        err.println((failure.isHeld() ? "skipped: " : "failed: ") + failure.key() + ": " + failure.reason());
        err.flush();
    }

    /** The last line. */
    synchronized void end() {
        if (last.items() > 0) {
            print(System.nanoTime());
        }
        if (isBarOpen) {
            err.println();
        }
        err.flush();
    }

    private void print(long now) {
        double seconds = Math.max(0.001, (now - started) / 1e9);
        // The index may have told of less than there is by now.
        long whole = Math.max(total, last.items());
        double share = whole == 0 ? 1 : (double) last.items() / whole;
        String text = String.format(
                Locale.ROOT,
                "%d of %d (%.0f %%), %s write units, %.0f a second",
                last.items(),
                whole,
                100 * share,
                Text.units(last.units()),
                (last.units() - unitsBefore) / seconds);
        if (isTerminal) {
            int full = (int) (BAR_CHARS * share);
            err.print("\r[" + "#".repeat(full) + ".".repeat(BAR_CHARS - full) + "] " + text + "  ");
            isBarOpen = true;
        } else {
            err.println(text);
        }
        err.flush();
    }
}
