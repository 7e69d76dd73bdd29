/** Many items moved as one, and moved back as one; {@link dev.stator.lifecycle.cascade.Cascades} is the entry class. */
@NullMarked
package dev.stator.lifecycle.cascade;

import org.jspecify.annotations.NullMarked;
