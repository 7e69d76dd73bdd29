package dev.stator.junit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is made when it is first asked for, one of each kind, and closed in the opposite order. Thread-safe. */
final class OnDemand implements AutoCloseable {
    private final Map<Class<?>, Object> made = new LinkedHashMap<>();
    private boolean closed;

    /**
     * The one of this kind.
     *
     * @param make may ask for others
     * @throws IllegalStateException after the close
     */
    synchronized <T> T get(Class<T> kind, Supplier<T> make) {
        if (closed) {
            throw new IllegalStateException("this Stator was closed");
        }
        T found = find(kind);
        if (found == null) {
            found = make.get();
            made.put(kind, found);
        }
        return found;
    }

    /** The one of this kind if there is one yet, or null. */
    synchronized <T> @Nullable T find(Class<T> kind) {
        Object found = made.get(kind);
        return found == null ? null : kind.cast(found);
    }

    @Override
    public synchronized void close() {
        closed = true;
        for (Object part : made.values().stream().toList().reversed()) {
            if (part instanceof AutoCloseable closeable) {
                close(closeable);
            }
        }
        made.clear();
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(part + " could not be closed", e);
        }
    }
}
