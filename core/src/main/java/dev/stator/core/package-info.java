/** What DynamoDB means, without HTTP and without a storage engine of its own; {@link dev.stator.core.Database} is the front door. */
@NullMarked
package dev.stator.core;

import org.jspecify.annotations.NullMarked;
