/** HTTP/1.1 and AWS JSON 1.0 in front of the API; {@link dev.stator.server.HttpServer} is the entry class. */
@NullMarked
package dev.stator.server;

import org.jspecify.annotations.NullMarked;
