/** What designs of soft deletion cost, measured; {@link dev.stator.lifecycle.bench.LifecycleBench} is the entry class. */
@NullMarked
package dev.stator.lifecycle.bench;

import org.jspecify.annotations.NullMarked;
