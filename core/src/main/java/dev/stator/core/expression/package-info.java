/**
 * Conditions, key conditions, projections and updates, written as expressions or as the legacy parameters that mean the
 * same; {@link dev.stator.core.expression.ConditionExpression} is the entry class, its neighbours are shaped like it.
 */
@NullMarked
package dev.stator.core.expression;

import org.jspecify.annotations.NullMarked;
