/** The engine that keeps everything on the heap; {@link dev.stator.storage.memory.MemoryEngine} is the entry class. */
@NullMarked
package dev.stator.storage.memory;

import org.jspecify.annotations.NullMarked;
