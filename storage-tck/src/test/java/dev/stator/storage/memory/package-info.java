/** The contract tests of the memory engine; {@link dev.stator.storage.memory.MemoryEngineTest} is the entry class. */
@NullMarked
package dev.stator.storage.memory;

import org.jspecify.annotations.NullMarked;
