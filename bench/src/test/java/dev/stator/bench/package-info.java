/**
 * Measures Stator against the limit of its stack and against its peers, in one run; {@link dev.stator.bench.Bench} is the
 * command.
 */
@NullMarked
package dev.stator.bench;

import org.jspecify.annotations.NullMarked;
