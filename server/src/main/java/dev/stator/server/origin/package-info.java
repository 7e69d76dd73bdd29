/** Which web pages may use this server; {@link dev.stator.server.origin.OriginGuard} is the entry class. */
@NullMarked
package dev.stator.server.origin;

import org.jspecify.annotations.NullMarked;
