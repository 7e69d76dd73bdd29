/** The two tables of a lifecycle, and what is needed to talk to them; {@link dev.stator.lifecycle.table.Context} is the entry class. */
@NullMarked
package dev.stator.lifecycle.table;

import org.jspecify.annotations.NullMarked;
