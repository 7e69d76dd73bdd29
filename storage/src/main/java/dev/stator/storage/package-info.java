/**
 * The storage SPI, in bytes: trees hold collections, collections hold entries in unsigned byte order; {@link
 * dev.stator.storage.Engine} is the entry class.
 */
@NullMarked
package dev.stator.storage;

import org.jspecify.annotations.NullMarked;
