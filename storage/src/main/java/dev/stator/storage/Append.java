package dev.stator.storage;

/**
 * A derived change whose position the engine gives: an entry behind all that have been appended to the collection before.
 * Positions are numbers of eight bytes, the most significant one first, and each is given once. So who has read a collection
 * up to some position has missed nothing before it and never will, and what follows from the commits of one collection is
 * appended in their order.
 */
public record Append(Tree tree, byte[] collection, byte[] value) {}
