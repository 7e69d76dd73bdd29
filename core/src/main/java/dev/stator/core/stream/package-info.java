/** Streams of tables: what is recorded, kept and read of the changes; {@link dev.stator.core.stream.Streams} is the entry class. */
@NullMarked
package dev.stator.core.stream;

import org.jspecify.annotations.NullMarked;
