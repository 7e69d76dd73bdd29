/**
 * One request of the AWS JSON 1.0 protocol and its answer, whatever carries them: {@link dev.stator.core.wire.ApiEndpoint}
 * is what the HTTP server and the in-process clients call.
 */
@NullMarked
package dev.stator.core.wire;

import org.jspecify.annotations.NullMarked;
