/** Tests of streams under load; {@link dev.stator.core.stream.StreamConsistencyTest} is the entry class. */
@NullMarked
package dev.stator.core.stream;

import org.jspecify.annotations.NullMarked;
