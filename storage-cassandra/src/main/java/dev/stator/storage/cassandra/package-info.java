/** The distributed engine, on Apache Cassandra 5; {@link dev.stator.storage.cassandra.CassandraEngine} is the entry class. */
@NullMarked
package dev.stator.storage.cassandra;

import org.jspecify.annotations.NullMarked;
