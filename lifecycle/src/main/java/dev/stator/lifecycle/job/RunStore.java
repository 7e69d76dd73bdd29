package dev.stator.lifecycle.job;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.move.Transactions;
import dev.stator.lifecycle.table.Companion;
import dev.stator.lifecycle.table.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The runs of jobs and their checkpoints, in the companion table. Whoever works on a run has an epoch of it; each write says
 * which, and is refused once somebody else has taken the run up.
 */
public final class RunStore {
    private static final int TRIES_MAX = 8;
    private static final String CONDITION = "ConditionalCheckFailed";

    private final Context context;
    private final Transactions transactions;

    public RunStore(Context context) {
        this.context = context;
        this.transactions = new Transactions(context);
    }

    /** All runs, the latest first. */
    public List<Run> all() {
        List<Run> runs = new ArrayList<>();
        context.client()
                .queryPaginator(query -> query.tableName(companion())
                        .keyConditionExpression("pk = :pk")
                        .expressionAttributeValues(Map.of(":pk", RunRows.text(RunRows.RUNS)))
                        .scanIndexForward(false)
                        .consistentRead(true))
                .items()
                .forEach(row -> find(Attributes.text(row, "run")).ifPresent(runs::add));
        return runs;
    }

    /** The run of an id. */
    public Optional<Run> find(String id) {
        Map<String, AttributeValue> row = context.client()
                .getItem(get -> get.tableName(companion())
                        .key(Companion.key(RunRows.pk(id), Companion.HEAD))
                        .consistentRead(true))
                .item();
        return row.isEmpty() ? Optional.empty() : Optional.of(RunRows.run(row));
    }

    /** How far a run has come, shard by shard; those that it has not come to are missing. */
    public List<Segment> segments(String id) {
        return rows(id, RunRows.SEGMENT).stream().map(RunRows::segment).toList();
    }

    /** What a run has not moved though it was due. */
    public List<Failure> failures(String id) {
        return rows(id, RunRows.FAILURE).stream().map(RunRows::failure).toList();
    }

    private List<Map<String, AttributeValue>> rows(String id, String kind) {
        List<Map<String, AttributeValue>> rows = new ArrayList<>();
        context.client()
                .queryPaginator(query -> query.tableName(companion())
                        .keyConditionExpression("pk = :pk AND begins_with(sk, :kind)")
                        .expressionAttributeValues(
                                Map.of(":pk", RunRows.text(RunRows.pk(id)), ":kind", RunRows.text(kind)))
                        .consistentRead(true))
                .items()
                .forEach(rows::add);
        return rows;
    }

    private String companion() {
        return context.spec().companion();
    }

    void create(Run run) {
        Map<String, AttributeValue> listed =
                new LinkedHashMap<>(Companion.key(RunRows.RUNS, run.started() + "#" + run.id()));
        listed.put("run", RunRows.text(run.id()));
        send(List.of(put(RunRows.of(run)), put(listed)), run);
    }

    /** Takes up a run that nobody works on. */
    Run acquire(String id, String worker, Duration lease) {
        Run run = find(id).orElseThrow(() -> RunException.wrong("There is no run " + id + " in the table " + companion()
                + ". 'stator lifecycle status' lists the runs."));
        if (run.status() == Run.Status.DONE) {
            throw RunException.wrong("The run " + id + " is done; there is nothing to resume.");
        }
        Instant now = context.now();
        if (run.isWorkedOn(now)) {
            throw busy(run);
        }
        Run taken = run.takenBy(worker, now.plus(lease));
        try {
            context.client()
                    .updateItem(update -> update.tableName(companion())
                            .key(Companion.key(RunRows.pk(id), Companion.HEAD))
                            .updateExpression("SET epoch = :next, worker = :worker, lease_until = :lease")
                            .conditionExpression("epoch = :epoch")
                            .expressionAttributeValues(Map.of(
                                    ":next", RunRows.number(taken.epoch()),
                                    ":epoch", RunRows.number(run.epoch()),
                                    ":worker", RunRows.text(worker),
                                    ":lease", RunRows.text(taken.leaseUntil().toString()))));
            return taken;
        } catch (ConditionalCheckFailedException e) {
            throw busy(find(id).orElse(run));
        }
    }

    private static RunException busy(Run run) {
        return RunException.busy("The run " + run.id() + " is being worked on by " + run.worker()
                + ", who was alive less than a minute ago. If that has ended, try again after " + run.leaseUntil()
                + ".");
    }

    /** Says that the worker is alive. */
    void renew(Run run, Duration lease) {
        try {
            context.client()
                    .updateItem(update -> update.tableName(companion())
                            .key(Companion.key(RunRows.pk(run.id()), Companion.HEAD))
                            .updateExpression("SET lease_until = :lease")
                            .conditionExpression("epoch = :epoch")
                            .expressionAttributeValues(Map.of(
                                    ":lease",
                                            RunRows.text(
                                                    context.now().plus(lease).toString()),
                                    ":epoch", RunRows.number(run.epoch()))));
        } catch (ConditionalCheckFailedException e) {
            throw superseded(run);
        }
    }

    /** Writes down how a run stands, and how far it has come in a segment, together. */
    void save(Run run, Segment segment, List<Failure> failures, Duration lease) {
        List<TransactWriteItem> actions = new ArrayList<>();
        actions.add(advance(run, lease));
        actions.add(TransactWriteItem.builder()
                .put(put -> put.tableName(companion()).item(RunRows.of(run.id(), segment)))
                .build());
        for (Failure failure : failures) {
            actions.add(put(RunRows.of(run.id(), run.batches(), failure)));
        }
        send(actions, run);
    }

    void end(Run run) {
        send(List.of(advance(run, Duration.ZERO)), run);
    }

    private TransactWriteItem advance(Run run, Duration lease) {
        Map<String, AttributeValue> values = Map.of(
                ":status", RunRows.text(run.status().name()),
                ":lease", RunRows.text(context.now().plus(lease).toString()),
                ":batches", RunRows.number(run.batches()),
                ":proof", RunRows.number(run.proofBytes()),
                ":epoch", RunRows.number(run.epoch()));
        return TransactWriteItem.builder()
                .update(update -> update.tableName(companion())
                        .key(Companion.key(RunRows.pk(run.id()), Companion.HEAD))
                        .updateExpression(
                                "SET #status = :status, lease_until = :lease, batches = :batches, proof_bytes = :proof")
                        .conditionExpression("epoch = :epoch")
                        .expressionAttributeNames(Map.of("#status", "status"))
                        .expressionAttributeValues(values))
                .build();
    }

    private TransactWriteItem put(Map<String, AttributeValue> row) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(companion()).item(row).conditionExpression("attribute_not_exists(pk)"))
                .build();
    }

    private void send(List<TransactWriteItem> actions, Run run) {
        List<CancellationReason> reasons = List.of();
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            if (attempt > 0) {
                context.pauseBefore(attempt);
            }
            reasons = transactions.send(actions, context.newId());
            if (reasons.isEmpty()) {
                return;
            }
            if (reasons.stream().anyMatch(reason -> CONDITION.equals(reason.code()))) {
                throw superseded(run);
            }
        }
        throw RunException.busy("The checkpoint of the run " + run.id() + " could not be written: "
                + reasons.stream().map(CancellationReason::code).toList() + ". Resume it later.");
    }

    private static RunException superseded(Run run) {
        return RunException.busy("The run " + run.id()
                + " was taken up by somebody else, who goes on with it; this process stops. Nothing is lost.");
    }
}
