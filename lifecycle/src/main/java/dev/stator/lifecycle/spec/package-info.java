/** What a lifecycle is declared as, read from YAML or built, and checked; {@link dev.stator.lifecycle.spec.LifecycleSpec} is the entry class. */
@NullMarked
package dev.stator.lifecycle.spec;

import org.jspecify.annotations.NullMarked;
