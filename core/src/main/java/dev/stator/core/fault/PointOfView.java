package dev.stator.core.fault;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * From when a request looks at the trees that it reads and does not insist to read as they are.
 *
 * @param onlyDerived whether it sees only such trees as they were that get their entries as derived changes, as global indexes
 *                    do
 */
record PointOfView(Lag lag, boolean onlyDerived) {
    /** A request runs on one thread from its beginning to its end. */
    private static final ThreadLocal<@Nullable PointOfView> CURRENT = new ThreadLocal<>();

    /** That of the request on this thread; null if it sees everything as it is. */
    static @Nullable PointOfView current() {
        return CURRENT.get();
    }

    /** Runs a request that looks from here. */
    <T> T look(Supplier<T> request) {
        CURRENT.set(this);
        try {
            return request.get();
        } finally {
            CURRENT.remove();
        }
    }
}
