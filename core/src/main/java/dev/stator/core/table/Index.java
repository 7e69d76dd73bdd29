package dev.stator.core.table;

import dev.stator.storage.Tree;

/**
 * What reads and writes need to know of a secondary index. {@link IndexSettings} is the rest.
 *
 * @param kind   local indexes share the table's partition key, and their entries its commits
 * @param tree   where the entries are
 * @param status CREATING while it is being filled: then it is written, but not yet read, and entries of items that were
 *               there before may still be missing; see {@link Backfill}
 */
public record Index(String name, Kind kind, Tree tree, KeySchema keys, Projection projection, Status status) {
    /** Local or global. */
    public enum Kind {
        LOCAL,
        GLOBAL
    }

    /** The states of an index, named as on the wire. */
    public enum Status {
        CREATING,
        UPDATING,
        DELETING,
        ACTIVE
    }

    public boolean isGlobal() {
        return kind == Kind.GLOBAL;
    }

    public Index withStatus(Status newStatus) {
        return new Index(name, kind, tree, keys, projection, newStatus);
    }
}
