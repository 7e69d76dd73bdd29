/**
 * What a request costs, and whether there is that much; {@link dev.stator.core.capacity.CapacityMeter} is the entry class.
 */
@NullMarked
package dev.stator.core.capacity;

import org.jspecify.annotations.NullMarked;
