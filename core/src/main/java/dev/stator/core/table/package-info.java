/** Tables, their keys and indexes; {@link dev.stator.core.table.Tables} is the entry class. */
@NullMarked
package dev.stator.core.table;

import org.jspecify.annotations.NullMarked;
