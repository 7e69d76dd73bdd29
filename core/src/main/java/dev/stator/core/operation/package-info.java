/** The API operations, one file each; {@link dev.stator.core.operation.Operations} lists them. */
@NullMarked
package dev.stator.core.operation;

import org.jspecify.annotations.NullMarked;
