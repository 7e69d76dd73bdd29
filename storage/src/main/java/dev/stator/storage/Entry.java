package dev.stator.storage;

/**
 * One stored value with its key. {@link #version()} is set anew, never to a value it had before, by each put, so that
 * an unchanged version means an unchanged entry.
 */
public record Entry(EntryKey key, long version, byte[] value) {}
