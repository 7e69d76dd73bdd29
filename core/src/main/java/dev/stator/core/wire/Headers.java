package dev.stator.core.wire;

import org.jspecify.annotations.Nullable;

/** The headers of a request; each carrier has a class of its own for them. */
@FunctionalInterface
public interface Headers {
    /**
     * The first value of a header, or null.
     *
     * @param name in lower case; the header may have been sent in any
     */
    @Nullable
    String first(String name);
}
