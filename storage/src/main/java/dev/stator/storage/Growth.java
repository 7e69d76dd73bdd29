package dev.stator.storage;

import org.jspecify.annotations.Nullable;

/**
 * By how much a commit makes a tree, and where wanted one collection of it, larger. The committer counts, since only it
 * knows what the bytes mean; the engine adds.
 *
 * @param collection count this collection too; null to count the tree alone
 * @param entries    may be negative
 * @param bytes      may be negative
 */
public record Growth(Tree tree, byte @Nullable [] collection, long entries, long bytes) {}
