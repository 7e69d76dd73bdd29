package dev.stator.storage;

/**
 * By which rules a commit was decided: those of a tree's id in an epoch, such as which indexes a table has. Rules change with
 * time, and who has not heard of it must not write by the old ones: see {@link Engine#fence}.
 *
 * @param tree  any of the trees of the id
 * @param epoch from 0 on; each change of the rules has a higher one
 */
public record View(Tree tree, long epoch) {}
