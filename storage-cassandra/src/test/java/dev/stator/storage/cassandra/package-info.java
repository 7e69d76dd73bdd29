/** Tests of the Cassandra engine on a real node; {@link dev.stator.storage.cassandra.CassandraEngineTest} is the entry class. */
@NullMarked
package dev.stator.storage.cassandra;

import org.jspecify.annotations.NullMarked;
