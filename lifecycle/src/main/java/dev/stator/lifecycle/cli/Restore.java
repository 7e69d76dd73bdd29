package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.move.MoveResult;
import dev.stator.lifecycle.move.TransitionNotAllowedException;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Restores an item. */
@Command(
        name = "restore",
        description = "Restore an item to the key that it had. Exit code 1 if that is not possible.",
        mixinStandardHelpOptions = true)
final class Restore implements Callable<Integer> {
    @Mixin
    private final Connection connection = new Connection();

    @Mixin
    private final Subject subject = new Subject();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        LifecycleSpec spec = connection.spec();
        try (DynamoDbClient client = connection.client()) {
            MoveResult result =
                    connection.lifecycle(spec, client).restore(subject.key(), subject.actor(), subject.reason());
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
