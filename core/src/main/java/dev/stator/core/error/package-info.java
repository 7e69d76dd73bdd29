/** The errors that clients are told; {@link dev.stator.core.error.ApiException} is the entry class. */
@NullMarked
package dev.stator.core.error;

import org.jspecify.annotations.NullMarked;
