/**
 * How commits over many machines stay atomic, in terms of compare-and-set batches over the rows of one collection; {@link
 * dev.stator.storage.cassandra.protocol.Committer} is the entry class. Nothing in here knows Cassandra, so that a simulation
 * can run it through every interleaving.
 */
@NullMarked
package dev.stator.storage.cassandra.protocol;

import org.jspecify.annotations.NullMarked;
