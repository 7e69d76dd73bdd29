/** Legal holds, which freeze items or all that an owner has; {@link dev.stator.lifecycle.hold.Holds} is the entry class. */
@NullMarked
package dev.stator.lifecycle.hold;

import org.jspecify.annotations.NullMarked;
