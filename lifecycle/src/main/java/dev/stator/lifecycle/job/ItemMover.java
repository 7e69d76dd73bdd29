package dev.stator.lifecycle.job;

import dev.stator.lifecycle.audit.AuditLog;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.item.PurgeMark;
import dev.stator.lifecycle.key.KeyException;
import dev.stator.lifecycle.move.MoveRequest;
import dev.stator.lifecycle.move.MoveResult;
import dev.stator.lifecycle.move.Mover;
import dev.stator.lifecycle.move.TransitionNotAllowedException;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.table.Context;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Moves the items of a run, one by one, at its pace. Thread-safe. */
final class ItemMover {
    private static final int THROTTLES_MAX = 6;
    private static final int SERVER_ERROR = 500;
    private static final Set<String> SHORT_OF_UNITS = Set.of("ThrottlingError", "ProvisionedThroughputExceeded");
    // What would go wrong with every item, so that there is no sense in going on.
    private static final Set<String> GENERAL = Set.of(
            "AccessDeniedException",
            "ExpiredTokenException",
            "IncompleteSignatureException",
            "InvalidSignatureException",
            "MissingAuthenticationTokenException",
            "ResourceNotFoundException",
            "UnrecognizedClientException");

    private final Context context;
    private final Mover mover;
    private final Run run;
    private final TransitionRule rule;
    private final Pace pace;

    ItemMover(Context context, Run run, TransitionRule rule, Pace pace) {
        this.context = context;
        this.mover = new Mover(context);
        this.run = run;
        this.rule = rule;
        this.pace = pace;
    }

    boolean isPurge() {
        return rule.to().equals(TransitionRule.PURGED);
    }

    /** @param isResumed whether an earlier attempt may have moved it */
    Outcome move(Planned planned, boolean isResumed) throws InterruptedException {
        MoveRequest request = MoveRequest.job(
                planned.key(), rule.to(), Actor.job(rule.name()), "run " + run.id(), planned.moveId(run.id()));
        for (int throttles = 0; ; throttles++) {
            pace.await();
            try {
                return outcome(planned, request, isResumed);
            } catch (TransitionNotAllowedException | KeyException e) {
                return new Outcome.Failed(String.valueOf(e.getMessage()));
            } catch (DynamoDbException e) {
                if (isThrottled(e) && throttles < THROTTLES_MAX) {
                    pace.throttled(throttles);
                } else if (isGeneral(e)) {
                    throw e;
                } else {
                    return new Outcome.Failed(String.valueOf(e.getMessage()));
                }
            }
        }
    }

    private Outcome outcome(Planned planned, MoveRequest request, boolean isResumed) {
        MoveRequest exact = isPurge() ? request.ifVersion(planned.version()).ifContent(planned.content()) : request;
        MoveResult result = mover.move(exact);
        if (result instanceof MoveResult.Lost lost
                && lost.now().filter(now -> isOurs(now, request)).isPresent()) {
            // An earlier attempt has marked it, which raised its version; by its content it is what was planned, or
            // not.
            result = mover.move(exact.ifVersion(lost.now().get().version()));
        }
        return switch (result) {
            case MoveResult.Moved moved -> new Outcome.Done();
            case MoveResult.Purged purged -> new Outcome.Done();
            case MoveResult.Lost lost ->
                isResumed && isDoneBefore(planned, request) ? new Outcome.Done() : new Outcome.Lost();
            case MoveResult.TargetTaken taken ->
                new Outcome.Failed("Another item has the key that it would get: " + taken.target() + ".");
            case MoveResult.OnHold hold -> new Outcome.Held(hold.holds());
            case MoveResult.NotDue notDue -> new Outcome.NotDue(notDue.until());
            case MoveResult.TooLarge large ->
                new Outcome.Failed("It would have " + large.bytes() + " bytes, more than an item may have.");
        };
    }

    private static boolean isOurs(LifecycleItem item, MoveRequest request) {
        return item.purgeMark().map(PurgeMark::id).filter(request.id()::equals).isPresent();
    }

    // Without records nobody can tell, and then it was somebody else.
    private boolean isDoneBefore(Planned planned, MoveRequest request) {
        return context.spec().isAudited()
                && new AuditLog(context)
                        .history(planned.key().partition(), planned.identity()).stream()
                                .anyMatch(record -> record.entry().move().equals(request.id()));
    }

    private static boolean isThrottled(DynamoDbException e) {
        List<CancellationReason> reasons =
                e instanceof TransactionCanceledException canceled ? canceled.cancellationReasons() : List.of();
        return e.isThrottlingException()
                || reasons.stream().anyMatch(reason -> SHORT_OF_UNITS.contains(String.valueOf(reason.code())));
    }

    private static boolean isGeneral(DynamoDbException e) {
        AwsErrorDetails details = e.awsErrorDetails();
        String code = details == null ? "" : String.valueOf(details.errorCode());
        return isThrottled(e) || e.statusCode() >= SERVER_ERROR || GENERAL.contains(code);
    }
}
