/**
 * A whole database as a text file, a JSON object to a line; docs/format.md describes it. {@link
 * dev.stator.core.file.DataFileWriter} and {@link dev.stator.core.file.DataFileReader} are the entry classes.
 */
@NullMarked
package dev.stator.core.file;

import org.jspecify.annotations.NullMarked;
