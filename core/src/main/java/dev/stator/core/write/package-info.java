/** The only way to change an item; {@link dev.stator.core.write.ItemWriter} is the entry class. */
@NullMarked
package dev.stator.core.write;

import org.jspecify.annotations.NullMarked;
