/** Tests of expressions; {@link dev.stator.core.expression.Cases} reads the data files that most of them run. */
@NullMarked
package dev.stator.core.expression;

import org.jspecify.annotations.NullMarked;
