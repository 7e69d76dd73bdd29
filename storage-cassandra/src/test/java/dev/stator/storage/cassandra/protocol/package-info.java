/** The commit protocol under simulation; {@link dev.stator.storage.cassandra.protocol.SimulationTest} is the entry class. */
@NullMarked
package dev.stator.storage.cassandra.protocol;

import org.jspecify.annotations.NullMarked;
