/** What a request costs; {@link dev.stator.core.capacity.ConsumedCapacity} is the entry class. */
@NullMarked
package dev.stator.core.capacity;

import org.jspecify.annotations.NullMarked;
