package dev.stator.storage.cassandra;

import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Range;
import dev.stator.storage.StorageException;
import dev.stator.storage.cassandra.protocol.CollectionId;
import dev.stator.storage.cassandra.protocol.Reading;
import dev.stator.storage.cassandra.protocol.Row;
import dev.stator.storage.cassandra.protocol.StrongReads;
import java.util.Arrays;
import java.util.List;

/**
 * Visits ranges of one collection page by page, as if all pages had been read at one moment. A page is; when the collection
 * has changed before the next, what was visited is read once more, and if it is as it was, all of it is of the later moment.
 */
final class Slices {
    private static final int FIRST_PAGE = 100;
    private static final int FURTHER_PAGES = 1_000;
    private static final int ATTEMPTS = 10;

    private final CassandraStore store;
    private final StrongReads strong;

    Slices(CassandraStore store, StrongReads strong) {
        this.store = store;
        this.strong = strong;
    }

    /** One range of one collection, and how it is read. */
    private record Slice(CollectionId id, long generation, Range range, Consistency consistency) {
        Slice behind(byte[] position) {
            Range rest = range.direction() == Direction.FORWARD
                    ? new Range(position, false, range.to(), range.toInclusive(), range.direction())
                    : new Range(range.from(), range.fromInclusive(), position, false, range.direction());
            return new Slice(id, generation, rest, consistency);
        }
    }

    /** What has been visited: how many entries, up to which, and all their positions and versions in one number. */
    private static final class Visited {
        long count;
        long fingerprint;
        byte[] last = new byte[0];

        void add(Row row) {
            count++;
            last = row.key().position();
            fingerprint = 31 * (31 * fingerprint + Arrays.hashCode(last)) + row.version();
        }

        boolean equalTo(Visited other) {
            return count == other.count && fingerprint == other.fingerprint;
        }
    }

    /** Visits the range until the visitor says stop; returns whether it has not. */
    boolean visit(CollectionId id, long generation, Range range, Consistency consistency, EntryVisitor visitor) {
        Slice slice = new Slice(id, generation, range, consistency);
        Visited visited = new Visited();
        int limit = FIRST_PAGE;
        Reading page = page(slice, limit);
        while (true) {
            for (Row row : page.rows()) {
                EntryKey key = new EntryKey(id.collection(), row.key().position());
                if (!visitor.visit(new Entry(key, row.version(), row.value()))) {
                    return false;
                }
                visited.add(row);
            }
            if (page.rows().size() < limit) {
                return true;
            }
            limit = FURTHER_PAGES;
            page = next(slice, visited, page.head().sequence(), limit);
        }
    }

    private Reading page(Slice slice, int limit) {
        return slice.consistency == Consistency.STRONG
                ? strong.entries(slice.id, slice.generation, slice.range, limit)
                : store.entries(slice.id, slice.generation, slice.range, limit, Consistency.EVENTUAL);
    }

    /** The page behind what was visited, of a moment at which that is what it was. */
    private Reading next(Slice slice, Visited visited, long sequence, int limit) {
        long expected = sequence;
        for (int i = 0; i < ATTEMPTS; i++) {
            Reading page = page(slice.behind(visited.last), limit);
            // An eventual page without rows has no head, and nothing that could not be of the same moment.
            if (page.head().sequence() == expected || page.rows().isEmpty()) {
                return page;
            }
            expected = page.head().sequence();
            if (isAsVisited(slice, visited, expected)) {
                return page;
            }
        }
        throw new StorageException.Unavailable("a collection changed faster than it could be read", null);
    }

    /**
     * Whether what was visited is unchanged at this sequence number.
     *
     * @throws StorageException.Unavailable if it has changed: what was visited cannot be taken back
     */
    private boolean isAsVisited(Slice slice, Visited visited, long sequence) {
        Visited again = new Visited();
        Slice rest = slice;
        while (again.count < visited.count) {
            int limit = (int) Math.min(FURTHER_PAGES, visited.count - again.count);
            Reading page = page(rest, limit);
            if (page.head().sequence() != sequence) {
                return false;
            }
            List<Row> rows = page.rows();
            rows.forEach(again::add);
            if (rows.size() < limit) {
                break;
            }
            rest = slice.behind(again.last);
        }
        if (!again.equalTo(visited)) {
            throw new StorageException.Unavailable("a collection changed while it was read", null);
        }
        return true;
    }
}
