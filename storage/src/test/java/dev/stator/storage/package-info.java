/** Tests of the storage SPI's own logic; {@link dev.stator.storage.TokenTest} is the entry class. */
@NullMarked
package dev.stator.storage;

import org.jspecify.annotations.NullMarked;
