/** The commands {@code stator lifecycle ...}; {@link dev.stator.lifecycle.cli.Main} is the entry class. */
@NullMarked
package dev.stator.lifecycle.cli;

import org.jspecify.annotations.NullMarked;
