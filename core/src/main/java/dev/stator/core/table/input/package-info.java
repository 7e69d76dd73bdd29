/**
 * Tables and indexes as requests describe them, with the checks that need no table; {@link
 * dev.stator.core.table.input.SchemaInput} is the entry class.
 */
@NullMarked
package dev.stator.core.table.input;

import org.jspecify.annotations.NullMarked;
