/** Tests of what the contract cannot see of the memory engine; {@link dev.stator.storage.memory.SortedEntriesTest} is the entry class. */
@NullMarked
package dev.stator.storage.memory;

import org.jspecify.annotations.NullMarked;
