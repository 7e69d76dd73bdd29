/** AWS JSON 1.0 in both directions; {@link dev.stator.core.protocol.RequestReader} and {@link dev.stator.core.protocol.JsonWriter} are the entry classes. */
@NullMarked
package dev.stator.core.protocol;

import org.jspecify.annotations.NullMarked;
