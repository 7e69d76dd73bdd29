package dev.stator.lifecycle.job;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.offload.RunFiles;
import dev.stator.lifecycle.read.DueItems;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.spec.Trigger;
import dev.stator.lifecycle.table.Context;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * A job: it brings every item whose time in its state is over to where the declaration says, over all owners. It finds them in
 * the sharded sparse index, never by a Scan.
 *
 * <pre>{@code
 * Job expire = Job.of(posts, JobRequest.of("expire").rate(100));
 * Preview preview = expire.preview();
 * Report report = expire.run(Progress.NONE);
 * }</pre>
 *
 * <p>A run can be interrupted at any moment and be resumed: it writes down in the companion table which items it has in hand,
 * and each move has an id that follows from run and item. Runs of one job at the same time do no harm, since a move is one
 * transaction that only one of them can make.
 */
public final class Job {
    private static final int RUN_ID_CHARS = 12;

    private final Lifecycle lifecycle;
    private final JobRequest request;
    private final TransitionRule rule;
    private final RunStore store;
    private final String declared;

    private Job(Lifecycle lifecycle, JobRequest request) {
        this.lifecycle = lifecycle;
        this.request = request;
        this.rule = rule(lifecycle.spec(), request.job());
        this.store = new RunStore(lifecycle.context());
        this.declared = Declared.digest(lifecycle.spec(), rule);
    }

    /**
     * A job of a lifecycle.
     *
     * @throws RunException if the declaration has no job of this name
     */
    public static Job of(Lifecycle lifecycle, JobRequest request) {
        return new Job(lifecycle, request);
    }

    /** The names of all jobs of a declaration. */
    public static List<String> names(LifecycleSpec spec) {
        return spec.transitions().stream()
                .filter(rule -> rule.trigger() == Trigger.RETENTION)
                .map(TransitionRule::name)
                .toList();
    }

    private static TransitionRule rule(LifecycleSpec spec, String job) {
        List<String> names = names(spec);
        if (!names.contains(job)) {
            throw RunException.wrong("The lifecycle " + spec.name() + " has no job " + job + "; "
                    + (names.isEmpty()
                            ? "a job is a transition with 'trigger: retention', and there is none."
                            : "its jobs are " + String.join(", ", names) + "."));
        }
        return spec.transition(job);
    }

    /** Whether it deletes for good. */
    public boolean isPurge() {
        return rule.to().equals(TransitionRule.PURGED);
    }

    /** What a run would find now; writes nothing. */
    public Preview preview() {
        return new Previewer(lifecycle, rule).preview();
    }

    /**
     * A run from the beginning, up to what is due now.
     *
     * @throws RunException if it cannot begin
     * @throws RunFiles.FilesException if its folder cannot be used; what is not copied is not purged
     * @throws software.amazon.awssdk.core.exception.SdkException if it cannot go on; then it can be resumed
     */
    public Report run(Progress progress) throws InterruptedException {
        Path files = request.files();
        if (isPurge() && files == null) {
            throw RunException.wrong("The job " + rule.name() + " deletes for good: name a folder for its files, which"
                    + " are the list of proofs and, unless you do not want it, a copy of what is purged.");
        }
        Context context = lifecycle.context();
        Instant now = context.now();
        String id = context.newId().substring(0, RUN_ID_CHARS);
        Run run = new Run(
                id,
                rule.name(),
                declared,
                now,
                now,
                Run.Status.RUNNING,
                1,
                request.worker(),
                now.plus(request.lease()),
                0,
                0,
                isPurge() && files != null ? files.resolve(id).toAbsolutePath().toString() : "",
                request.keepsCopy());
        probe(run);
        return work(run, store::create, progress);
    }

    // Where tables or the index are not there, a run does not begin.
    private void probe(Run run) {
        DueItems due = new DueItems(lifecycle.context());
        due.page(due.shards(lifecycle.spec().state(rule.from().getFirst())).getFirst(), run.until(), null, 1);
        store.find(run.id());
    }

    /**
     * Goes on with a run that was interrupted.
     *
     * @throws RunException if there is none, it is done, another worker has it, or the declaration is another one by now
     * @throws RunFiles.FilesException if its folder cannot be used
     */
    public Report resume(String id, Progress progress) throws InterruptedException {
        store.find(id).ifPresent(this::checkOurs);
        Run run = store.acquire(id, request.worker(), request.lease());
        return work(run, ignored -> {}, progress);
    }

    private void checkOurs(Run run) {
        if (!run.job().equals(rule.name())) {
            throw RunException.wrong(
                    "The run " + run.id() + " is one of the job " + run.job() + ", not " + rule.name() + ".");
        }
        if (!run.declared().equals(declared)) {
            throw RunException.wrong("The declaration is not the one with which the run " + run.id() + " began: keys,"
                    + " prefixes, attributes or the index differ, so its checkpoints mean nothing. Resume it with"
                    + " that one, or begin a new run, which finds what is left; what is moved stays moved.");
        }
    }

    private Report work(Run run, Consumer<Run> begin, Progress progress) throws InterruptedException {
        if (!isPurge()) {
            begin.accept(run);
            return new JobRun(lifecycle, request, rule, run, null, progress).work();
        }
        // On another machine, or after the folder was moved, it is where the caller says.
        Path files = request.files();
        Path folder = files == null ? Path.of(run.files()) : files.resolve(run.id());
        try (RunFiles opened = RunFiles.open(folder, run.id(), request.partBytesMax(), run.proofBytes())) {
            if (run.batches() > 0 && run.proofBytes() > 0 && opened.proofBytes() < run.proofBytes()) {
                throw RunException.wrong("The run " + run.id() + " has files that are not in " + folder
                        + ": resume it where they are, which was " + run.files() + ".");
            }
            begin.accept(run);
            return new JobRun(lifecycle, request, rule, run, opened, progress).work();
        }
    }
}
