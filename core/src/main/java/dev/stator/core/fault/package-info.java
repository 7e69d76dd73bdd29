/**
 * Trouble on demand, for tests of what a client does about it; {@link dev.stator.core.fault.Faults} is the entry class.
 */
@NullMarked
package dev.stator.core.fault;

import org.jspecify.annotations.NullMarked;
