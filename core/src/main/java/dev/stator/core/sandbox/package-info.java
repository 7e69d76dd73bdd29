/** A database that tests can wind back, fork and disturb; {@link dev.stator.core.sandbox.Sandbox} is the entry class. */
@NullMarked
package dev.stator.core.sandbox;

import org.jspecify.annotations.NullMarked;
