/** Sort keys made of segments: built, parsed, and cut into ranges by one codec; {@link dev.stator.lifecycle.key.SortKeys} is the entry class. */
@NullMarked
package dev.stator.lifecycle.key;

import org.jspecify.annotations.NullMarked;
