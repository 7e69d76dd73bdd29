/** Several servers on one cluster; {@link dev.stator.server.cluster.Router} sends a write to the server that does it best. */
@NullMarked
package dev.stator.server.cluster;

import org.jspecify.annotations.NullMarked;
