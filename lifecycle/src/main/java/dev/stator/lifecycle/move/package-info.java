/** Changes of state, each one transaction; {@link dev.stator.lifecycle.move.Mover} is the entry class. */
@NullMarked
package dev.stator.lifecycle.move;

import org.jspecify.annotations.NullMarked;
