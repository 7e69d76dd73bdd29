/**
 * Carries requests of the AWS SDK to a database in the same JVM, in place of a network:
 * {@link dev.stator.junit.sdk.InProcessHttpClient} and its asynchronous sister.
 */
@NullMarked
package dev.stator.junit.sdk;

import org.jspecify.annotations.NullMarked;
