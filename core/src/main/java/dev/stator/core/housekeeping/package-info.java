/** Work that a database does by itself from time to time; {@link dev.stator.core.housekeeping.Housekeeping} is the entry class. */
@NullMarked
package dev.stator.core.housekeeping;

import org.jspecify.annotations.NullMarked;
