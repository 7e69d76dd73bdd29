/** Tests of what writes have in common; those of the operations are beside them. */
@NullMarked
package dev.stator.core.write;

import org.jspecify.annotations.NullMarked;
