package dev.stator.storage.cassandra.protocol;

/**
 * Where the entries of a tree lie. Both numbers are given when it is created, and never again, so that nothing of a dropped
 * tree can be taken for one of its successor.
 *
 * @param table      what the families of one id share
 * @param generation the tree's own
 */
public record Place(long table, long generation) {}
