package dev.stator.storage;

/** One put or delete of a {@link Commit}. */
public sealed interface Change {
    Tree tree();

    EntryKey key();

    /** Stores the value, whether an entry was there or not. */
    record Put(Tree tree, EntryKey key, byte[] value) implements Change {}

    /** Removes the entry, if it is there. */
    record Delete(Tree tree, EntryKey key) implements Change {}
}
