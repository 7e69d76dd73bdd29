package dev.stator.storage;

/**
 * What a commit relies on: the entry at this key still has this version, or is still absent.
 *
 * @param version the version that was read, or {@link #ABSENT}
 */
public record Expectation(Tree tree, EntryKey key, long version) {
    /** The version of an entry that is not there; no entry ever has it. */
    public static final long ABSENT = 0;
}
