/** Items and attribute values, in memory and in stored form; {@link dev.stator.core.item.Item} is the entry class. */
@NullMarked
package dev.stator.core.item;

import org.jspecify.annotations.NullMarked;
