package dev.stator.lifecycle.job;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.audit.AuditLog;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.offload.Copied;
import dev.stator.lifecycle.offload.Elsewhere;
import dev.stator.lifecycle.offload.PurgeCheck;
import dev.stator.lifecycle.offload.RunFiles;
import dev.stator.lifecycle.read.DueItems;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.table.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a run: shard after shard, batch after batch. A batch is read, written down, copied if it is to be purged,
 * moved item by item, several at a time, and then counted together with the checkpoint behind it.
 */
final class JobRun {
    private final JobRequest request;
    private final TransitionRule rule;
    private final @Nullable RunFiles files;
    private final Progress progress;
    private final Context context;
    private final RunStore store;
    private final Meter meter;
    private final ItemMover mover;
    private final BatchReader reader;
    private final @Nullable PurgeCheck check;
    private Run run;
    private Counts counts = Counts.NONE;
    private double unitsCounted;

    JobRun(
            Lifecycle lifecycle,
            JobRequest request,
            TransitionRule rule,
            Run run,
            @Nullable RunFiles files,
            Progress progress) {
        this.request = request;
        this.rule = rule;
        this.run = run;
        this.files = files;
        this.progress = progress;
        Context plain = lifecycle.context();
        Pace pace = new Pace(plain.clock(), plain.pause(), request.rate());
        this.meter = new Meter(plain.client(), pace::spent);
        this.context =
                new Context(plain.spec(), meter, plain.clock(), plain.random(), plain.pause(), plain.principal());
        this.store = new RunStore(context);
        this.mover = new ItemMover(context, run, rule, pace);
        this.check = files == null ? null : PurgeCheck.of(context);
        this.reader = new BatchReader(context, check == null ? Set.of() : check.indexKeys());
    }

    Report work() throws InterruptedException {
        Map<String, Segment> known = new HashMap<>();
        for (Segment segment : store.segments(run.id())) {
            known.put(segment.shard(), segment);
            counts = counts.plus(segment.counts());
        }
        DueItems due = new DueItems(context);
        List<Segment> segments = rule.from().stream()
                .flatMap(state -> due.shards(context.spec().state(state)).stream())
                .map(shard -> known.getOrDefault(shard, Segment.first(shard)))
                .toList();
        progress.begun(run, DueCount.of(context, segments, run.until()).due(), counts);
        try (ExecutorService workers = Executors.newFixedThreadPool(request.parallel())) {
            try {
                for (Segment segment : segments) {
                    Segment rest = segment;
                    while (!rest.isDone()) {
                        rest = batch(rest, workers);
                    }
                }
            } catch (RuntimeException | Error | InterruptedException e) {
                workers.shutdownNow();
                throw e;
            }
        }
        if (files != null) {
            files.finish(context.spec().table(), context.now(), Elsewhere.of(context));
        }
        run = run.ended();
        store.end(run);
        return new Report(run, counts, meter.readUnits());
    }

    private Segment batch(Segment segment, ExecutorService workers) throws InterruptedException {
        boolean isResumed = !segment.plan().isEmpty();
        Batch batch = isResumed ? reader.again(segment) : reader.next(segment.shard(), run.until(), segment.last());
        Segment planned = segment;
        if (!isResumed && !batch.plan().isEmpty()) {
            planned = segment.planned(batch);
            store.save(run, planned, batch.failures(), request.lease());
        } else if (!isResumed) {
            planned = segment.planned(batch);
        }
        copy(segment.shard(), batch);
        List<Failure> failures = new ArrayList<>(batch.plan().isEmpty() ? batch.failures() : List.of());
        batch.failures().forEach(progress::skipped);
        List<String> proofs = new ArrayList<>();
        counts = counts.plus(batch.early());
        Counts moved = move(batch.plan(), isResumed, workers, failures, proofs);
        long proofBytes = files == null ? 0 : files.prove(proofs);
        double units = meter.writeUnits() - unitsCounted;
        unitsCounted += units;
        counts = counts.withUnits(units);
        Segment done = planned.done(moved.withUnits(units));
        run = run.after(run.batches() + 1, proofBytes);
        store.save(run, done, failures, request.lease());
        failures.stream().filter(failure -> !batch.failures().contains(failure)).forEach(progress::skipped);
        progress.advanced(counts);
        return done;
    }

    // Once the manifest has a batch, purging it may have begun, and its copy is complete.
    private void copy(String shard, Batch batch) {
        if (files == null || !run.keepsCopy() || files.hasCopied(run.batches())) {
            return;
        }
        AuditLog audit = new AuditLog(context);
        List<Copied> copies = new ArrayList<>();
        for (Planned planned : batch.plan()) {
            LifecycleItem item = batch.items().get(planned.key());
            if (item != null && planned.isOf(context.spec(), item)) {
                copies.add(new Copied(item, context.spec().isAudited() ? audit.history(item) : List.of()));
            }
        }
        files.copy(run.batches(), shard, copies);
    }

    private Counts move(
            List<Planned> plan, boolean isResumed, ExecutorService workers, List<Failure> failures, List<String> proofs)
            throws InterruptedException {
        List<Future<Outcome>> moves = new ArrayList<>();
        List<String> proven = Collections.synchronizedList(proofs);
        for (Planned planned : plan) {
            moves.add(workers.submit(() -> moveOne(planned, isResumed, proven)));
        }
        Counts moved = Counts.NONE;
        for (int i = 0; i < moves.size(); i++) {
            Outcome outcome = await(moves.get(i));
            moved = moved.plus(outcome);
            counts = counts.plus(outcome);
            if (outcome instanceof Outcome.Failed failed) {
                failures.add(new Failure(plan.get(i).key(), false, failed.reason()));
            } else if (outcome instanceof Outcome.Held held) {
                failures.add(new Failure(plan.get(i).key(), true, "It is on hold: " + held.holds() + "."));
            }
            progress.advanced(counts.withUnits(meter.writeUnits() - unitsCounted));
        }
        return moved;
    }

    private Outcome moveOne(Planned planned, boolean isResumed, List<String> proofs) throws InterruptedException {
        Outcome outcome = mover.move(planned, isResumed);
        if (check == null || !(outcome instanceof Outcome.Done)) {
            return outcome;
        }
        PurgeCheck.Proof proof = check.complete(run.id(), planned.key(), planned.identity(), planned.indexKeys());
        proofs.add(proof.line());
        return proof.isComplete()
                ? outcome
                : new Outcome.Failed("It is purged, but something is left of it: " + proof.line());
    }

    // Meanwhile the worker shows that it is alive.
    private Outcome await(Future<Outcome> move) throws InterruptedException {
        while (true) {
            try {
                return move.get(request.lease().toMillis() / 4, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                store.renew(run, request.lease());
            } catch (ExecutionException e) {
                Throwable cause = e.getCause();
                if (cause instanceof RuntimeException unchecked) {
                    throw unchecked;
                }
                if (cause instanceof Error error) {
                    throw error;
                }
                throw new IllegalStateException("a move failed", cause);
            }
        }
    }
}
