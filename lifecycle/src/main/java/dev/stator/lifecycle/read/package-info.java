/** Views of items by state, each a key condition without a filter; {@link dev.stator.lifecycle.read.Views} is the entry class. */
@NullMarked
package dev.stator.lifecycle.read;

import org.jspecify.annotations.NullMarked;
