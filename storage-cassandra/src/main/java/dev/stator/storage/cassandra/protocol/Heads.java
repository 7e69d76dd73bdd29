package dev.stator.storage.cassandra.protocol;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The heads of collections as this process last saw them, so that a batch needs no reading first. An old one does no harm: the
 * batch that is made for it is refused.
 */
public final class Heads {
    private static final int COUNT_MAX = 100_000;

    private final Map<CollectionId, Head> known = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<CollectionId, Head> eldest) {
            return size() > COUNT_MAX;
        }
    };

    /** The head as it was, if somebody saw it. */
    synchronized @Nullable Head get(CollectionId id) {
        return known.get(id);
    }

    /** Notes a head that was read or written, unless a newer one is known. */
    public synchronized void note(CollectionId id, Head head) {
        Head older = known.get(id);
        if (!head.isNew() && (older == null || older.sequence() < head.sequence())) {
            known.put(id, head);
        }
    }
}
