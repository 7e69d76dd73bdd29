/** Tests of several servers on one cluster; {@link dev.stator.server.cluster.RouterTest} is the entry class. */
@NullMarked
package dev.stator.server.cluster;

import org.jspecify.annotations.NullMarked;
