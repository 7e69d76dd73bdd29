package dev.stator.lifecycle.spec;

import org.jspecify.annotations.Nullable;

/**
 * One state.
 *
 * @param name      what transitions call it
 * @param prefix    its value in the sort key
 * @param kind      which view shows it
 * @param time      what the timestamp in the sort key means
 * @param retention how long it lasts; null if it does not end by itself
 * @param ending    what comes then
 */
public record StateSpec(
        String name,
        String prefix,
        StateKind kind,
        StateTime time,
        @Nullable Retention retention,
        Ending ending) {

    /** A state that lasts. */
    public static StateSpec of(String name, String prefix, StateKind kind, StateTime time) {
        return new StateSpec(name, prefix, kind, time, null, new Ending.Stays());
    }

    /** The same state, ended after a time. */
    public StateSpec ending(Retention after, Ending how) {
        return new StateSpec(name, prefix, kind, time, after, how);
    }

    /** Whether a job has to look for its items when they are due. */
    public boolean isDueByJob() {
        return ending instanceof Ending.MovesTo || ending instanceof Ending.Purge;
    }
}
