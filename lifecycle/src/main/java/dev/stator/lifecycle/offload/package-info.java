/** What a purge leaves behind: copies with a manifest, and proofs; {@link dev.stator.lifecycle.offload.RunFiles} is the entry class. */
@NullMarked
package dev.stator.lifecycle.offload;

import org.jspecify.annotations.NullMarked;
