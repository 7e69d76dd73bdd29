package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.move.MoveResult;
import dev.stator.lifecycle.move.TransitionNotAllowedException;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Restores an item. */
@Command(
        name = "restore",
        description = "Restore an item to the key that it had. Exit code 1 if that is not possible.",
        mixinStandardHelpOptions = true)
final class Restore extends TableCommand {
    @Mixin
    private final Subject subject = new Subject();

    @Override
    int run(Lifecycle lifecycle, PrintWriter out) {
        try {
            MoveResult result = lifecycle.restore(subject.key(), subject.actor(), subject.reason());
            out.println(text(result));
            return result.isDone() ? ExitCode.OK : ExitCode.FINDINGS;
        } catch (TransitionNotAllowedException e) {
            out.println(e.getMessage());
            return ExitCode.FINDINGS;
        }
    }

    private String text(MoveResult result) {
        return switch (result) {
            case MoveResult.Moved moved -> "Restored: " + moved.item().key() + ".";
            case MoveResult.Purged purged -> "It is purged: " + purged.key() + ".";
            case MoveResult.Lost lost ->
                lost.now().isPresent()
                        ? "Somebody else has changed it at this moment: " + lost.key() + "."
                        : "There is no item " + lost.key() + "; 'stator lifecycle trash' lists those that there are.";
            case MoveResult.TargetTaken taken ->
                "Another item has its old key, " + taken.target() + ". Move that one away, then restore this one.";
            case MoveResult.OnHold hold -> "It is on hold: " + hold.holds() + ".";
            case MoveResult.NotDue notDue -> "It is not to be moved before " + notDue.until() + ".";
            case MoveResult.TooLarge large -> "It would have " + large.bytes() + " bytes, too many for an item.";
        };
    }
}
