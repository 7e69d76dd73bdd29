/**
 * The contract of the storage SPI as tests: an engine subclasses each contract class and hands it an {@link
 * dev.stator.storage.tck.EngineHost}, the entry class.
 */
@NullMarked
package dev.stator.storage.tck;

import org.jspecify.annotations.NullMarked;
