package dev.stator.lifecycle.job;

/**
 * What has become of the items that a job has looked at.
 *
 * @param done   moved or purged
 * @param lost   somebody else was first: he moved, changed or deleted them
 * @param notDue their time was put off since the index told of them
 * @param held   on hold
 * @param failed not moved for a reason that is reported
 * @param units  the write units that all of it took
 */
public record Counts(long done, long lost, long notDue, long held, long failed, double units) {
    /** Nothing yet. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    /** Both together. */
    public Counts plus(Counts more) {
        return new Counts(
                done + more.done,
                lost + more.lost,
                notDue + more.notDue,
                held + more.held,
                failed + more.failed,
                units + more.units);
    }

    Counts plus(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done ignored -> plus(new Counts(1, 0, 0, 0, 0, 0));
            case Outcome.Lost ignored -> plus(new Counts(0, 1, 0, 0, 0, 0));
            case Outcome.NotDue ignored -> plus(new Counts(0, 0, 1, 0, 0, 0));
            case Outcome.Held ignored -> plus(new Counts(0, 0, 0, 1, 0, 0));
            case Outcome.Failed ignored -> plus(new Counts(0, 0, 0, 0, 1, 0));
        };
    }

    Counts withUnits(double spent) {
        return new Counts(done, lost, notDue, held, failed, units + spent);
    }

    /** How many items that is. */
    public long items() {
        return done + lost + notDue + held + failed;
    }
}
