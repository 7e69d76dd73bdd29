/**
 * Tests of transactions at the same time; {@link dev.stator.core.serializability.SerializabilityTest} runs them and {@link
 * dev.stator.core.serializability.History} judges what they saw.
 */
@NullMarked
package dev.stator.core.serializability;

import org.jspecify.annotations.NullMarked;
