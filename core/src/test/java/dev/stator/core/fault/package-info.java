/** Tests of faults. */
@NullMarked
package dev.stator.core.fault;

import org.jspecify.annotations.NullMarked;
