/**
 * DynamoDB inside the JVM, for tests: {@link dev.stator.junit.Stator} is the database, {@link dev.stator.junit.StatorTest}
 * brings it into JUnit.
 */
@NullMarked
package dev.stator.junit;

import org.jspecify.annotations.NullMarked;
