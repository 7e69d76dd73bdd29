/** Reading items, slices and segments; {@link dev.stator.core.read.PageReader} is the entry class. */
@NullMarked
package dev.stator.core.read;

import org.jspecify.annotations.NullMarked;
