/** Tests of the transports by themselves; {@link dev.stator.junit.sdk.InProcessAsyncHttpClientTest} has the bounds. */
@NullMarked
package dev.stator.junit.sdk;

import org.jspecify.annotations.NullMarked;
