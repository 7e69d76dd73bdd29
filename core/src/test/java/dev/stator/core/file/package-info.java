/** Tests of data files. */
@NullMarked
package dev.stator.core.file;

import org.jspecify.annotations.NullMarked;
