/** Tests of the kit; {@link dev.stator.junit.StatorExtensionTest} runs tests within tests. */
@NullMarked
package dev.stator.junit;

import org.jspecify.annotations.NullMarked;
