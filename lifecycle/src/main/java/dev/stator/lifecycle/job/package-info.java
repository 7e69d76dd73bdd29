/** Jobs, which do at the end of a retention what is declared, over all owners; {@link dev.stator.lifecycle.job.Job} is the entry class. */
@NullMarked
package dev.stator.lifecycle.job;

import org.jspecify.annotations.NullMarked;
