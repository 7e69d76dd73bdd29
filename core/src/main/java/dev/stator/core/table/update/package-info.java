/**
 * What UpdateTable changes of a table, kind by kind: from a definition to the next; {@link
 * dev.stator.core.table.update.ThroughputUpdate} is the largest.
 */
@NullMarked
package dev.stator.core.table.update;

import org.jspecify.annotations.NullMarked;
