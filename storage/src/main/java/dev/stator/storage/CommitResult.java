package dev.stator.storage;

/** The answer to a commit. */
public sealed interface CommitResult {
    CommitResult COMMITTED = new Committed();

    CommitResult STALE = new Stale();

    /** Everything was applied. */
    record Committed() implements CommitResult {}

    /**
     * Nothing was applied.
     *
     * @param expectation index of the first expectation that did not hold
     */
    record Conflict(int expectation) implements CommitResult {}

    /**
     * Nothing was applied, because an expectation or a change names a tree that does not exist.
     *
     * @param tree the first such tree
     */
    record NoTree(Tree tree) implements CommitResult {}

    /** Nothing was applied, because the rules by which the commit was decided have changed: one of its {@link View}s is old. */
    record Stale() implements CommitResult {}
}
