/** Tests of who may use the server from a browser; {@link dev.stator.server.origin.OriginGuardTest} is the entry class. */
@NullMarked
package dev.stator.server.origin;

import org.jspecify.annotations.NullMarked;
