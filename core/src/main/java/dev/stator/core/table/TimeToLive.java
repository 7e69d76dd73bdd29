package dev.stator.core.table;

import dev.stator.storage.Tree;

/**
 * That the items of a table expire, and when.
 *
 * @param attribute the attribute that says when, see {@link Expiry}
 * @param tree      has the items in the order in which they expire; every write of an item maintains it
 */
public record TimeToLive(String attribute, Tree tree, Status status) {
    /** The states of a time to live, named as on the wire; one that is DISABLED is not there. */
    public enum Status {
        ENABLING,
        ENABLED,
        DISABLING
    }

    /** Whether writes of items maintain the tree. */
    boolean isMaintained() {
        return status != Status.DISABLING;
    }

    TimeToLive enabled() {
        return new TimeToLive(attribute, tree, Status.ENABLED);
    }

    public TimeToLive disabling() {
        return new TimeToLive(attribute, tree, Status.DISABLING);
    }
}
