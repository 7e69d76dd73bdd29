package dev.stator.lifecycle.job;

/** Is told how a run goes, by several threads, one at a time. */
public interface Progress {
    /** Tells nobody. */
    Progress NONE = new Progress() {};

    /**
     * A run begins, or goes on.
     *
     * @param due    how many items there are to look at
     * @param before what came of those that an earlier attempt has looked at
     */
    default void begun(Run run, long due, Counts before) {}

    /** Some more items are looked at; the counts are those of the whole run. */
    default void advanced(Counts counts) {}

    /** An item was skipped. */
    default void skipped(Failure failure) {}
}
