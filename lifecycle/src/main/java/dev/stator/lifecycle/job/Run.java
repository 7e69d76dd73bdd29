package dev.stator.lifecycle.job;

import java.time.Instant;

/**
 * One run of a job, as the companion table has it.
 *
 * @param id         its id, by which it is resumed
 * @param job        the name of the job, which is that of a transition
 * @param declared   a digest of what the run depends on in the declaration
 * @param until      what was due by then belongs to it
 * @param started    when it began
 * @param status     how it stands
 * @param epoch      how often it was taken up: who has an older number, has been replaced
 * @param worker     who works on it: host and process
 * @param leaseUntil until when he is taken to be alive
 * @param batches    how many batches are done
 * @param proofBytes how long the list of proofs was then
 * @param files      the folder of its files, as the worker called it; empty if there is none
 * @param keepsCopy  whether what is purged is copied there before
 */
public record Run(
        String id,
        String job,
        String declared,
        Instant until,
        Instant started,
        Status status,
        long epoch,
        String worker,
        Instant leaseUntil,
        long batches,
        long proofBytes,
        String files,
        boolean keepsCopy) {
    /** How a run stands. */
    public enum Status {
        /** Not at its end: somebody works on it, or it was interrupted. */
        RUNNING,
        /** At its end. */
        DONE
    }

    /** Whether somebody works on it, as far as is known: he has a lease, and is no process of this machine that has ended. */
    public boolean isWorkedOn(Instant now) {
        return status == Status.RUNNING && leaseUntil.isAfter(now) && !Worker.isKnownDead(worker);
    }

    Run takenBy(String newWorker, Instant until2) {
        return new Run(
                id,
                job,
                declared,
                until,
                started,
                status,
                epoch + 1,
                newWorker,
                until2,
                batches,
                proofBytes,
                files,
                keepsCopy);
    }

    Run after(long batchesDone, long proofLength) {
        return new Run(
                id,
                job,
                declared,
                until,
                started,
                status,
                epoch,
                worker,
                leaseUntil,
                batchesDone,
                proofLength,
                files,
                keepsCopy);
    }

    Run ended() {
        return new Run(
                id,
                job,
                declared,
                until,
                started,
                Status.DONE,
                epoch,
                worker,
                leaseUntil,
                batches,
                proofBytes,
                files,
                keepsCopy);
    }
}
