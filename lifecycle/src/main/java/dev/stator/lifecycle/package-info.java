/** Deletion as state transitions on DynamoDB; {@link dev.stator.lifecycle.Lifecycle} is the entry class. */
@NullMarked
package dev.stator.lifecycle;

import org.jspecify.annotations.NullMarked;
