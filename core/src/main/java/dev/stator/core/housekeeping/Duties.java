package dev.stator.core.housekeeping;

/** Which work in the background is this process's, where several share a storage; {@link Leases} divide it. */
@FunctionalInterface
public interface Duties {
    /** Those of a process that is alone. */
    Duties ALL = treeId -> true;

    /**
     * Whether this process is to do what a table needs, now and for a moment. Two may do it at the same time for once, so what
     * is done must be safe then: by commits that expect what they were decided on.
     *
     * @param treeId the table's; 0 for what belongs to none
     */
    boolean isMine(int treeId);
}
