package dev.stator.storage;

/** Receives the entries of a slice or scan, one by one, and may stop it. */
@FunctionalInterface
public interface EntryVisitor {
    /** Returns whether the next entry is wanted. Must not call the engine's commit, create or drop. */
    boolean visit(Entry entry);
}
