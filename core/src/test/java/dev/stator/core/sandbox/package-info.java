/** Tests of the sandbox; {@link dev.stator.core.sandbox.SandboxFixture} is the entry class. */
@NullMarked
package dev.stator.core.sandbox;

import org.jspecify.annotations.NullMarked;
