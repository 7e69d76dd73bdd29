/** What the build checks of the source itself; {@link dev.stator.tidy.TidyTest} is the entry class. */
@NullMarked
package dev.stator.tidy;

import org.jspecify.annotations.NullMarked;
