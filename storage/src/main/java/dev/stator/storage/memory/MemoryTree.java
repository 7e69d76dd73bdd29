package dev.stator.storage.memory;

import dev.stator.storage.Direction;
import dev.stator.storage.EntryKey;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Growth;
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.Token;
import dev.stator.storage.TokenRange;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One tree of a {@link MemoryEngine}: its collections by name, for reads and commits, and by token, for scans. A collection
 * is there as long as it has entries.
 */
final class MemoryTree {
    private final ConcurrentHashMap<Name, MemoryCollection> byName = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<ScanPoint, MemoryCollection> byToken = new ConcurrentSkipListMap<>();
    private final ConcurrentHashMap<Name, Size> collectionSizes = new ConcurrentHashMap<>();
    private final LongAdder entries = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    @Nullable
    MemoryCollection find(byte[] collection) {
        return byName.get(new Name(collection));
    }

    /** Requires: the caller holds the collection's lock stripe. */
    MemoryCollection findOrAdd(byte[] collection) {
        Name name = new Name(collection);
        MemoryCollection found = byName.get(name);
        if (found == null) {
            found = new MemoryCollection(collection);
            byName.put(name, found);
            byToken.put(new ScanPoint(found.token(), collection), found);
        }
        return found;
    }

    /** Requires: the caller holds the collection's lock stripe. */
    void remove(MemoryCollection collection) {
        byName.remove(new Name(collection.name()));
        byToken.remove(new ScanPoint(collection.token(), collection.name()));
    }

    void scan(TokenRange tokens, @Nullable EntryKey after, EntryVisitor visitor) {
        ScanPoint start = new ScanPoint(tokens.first(), ScanPoint.NO_NAME);
        ScanPoint resumed = after == null ? start : new ScanPoint(Token.of(after.collection()), after.collection());
        if (resumed.compareTo(start) > 0) {
            start = resumed;
        }
        for (var next : byToken.tailMap(start, true).entrySet()) {
            if (!tokens.contains(next.getKey().token())) {
                return;
            }
            Range range = after != null && next.getKey().equals(resumed)
                    ? new Range(after.position(), false, null, true, Direction.FORWARD)
                    : Range.all(Direction.FORWARD);
            if (!SortedEntries.visit(next.getValue().snapshot(), range, visitor)) {
                return;
            }
        }
    }

    void grow(Growth growth) {
        entries.add(growth.entries());
        bytes.add(growth.bytes());
        byte[] collection = growth.collection();
        if (collection != null) {
            collectionSizes.compute(new Name(collection), (name, size) -> {
                Size grown = (size == null ? Size.ZERO : size).plus(growth.entries(), growth.bytes());
                return grown.equals(Size.ZERO) ? null : grown;
            });
        }
    }

    /** Whether no collection is kept, not even its name or its size. */
    boolean holdsNothing() {
        return byName.isEmpty() && byToken.isEmpty() && collectionSizes.isEmpty();
    }

    Size size() {
        return new Size(entries.sum(), bytes.sum());
    }

    Size size(byte[] collection) {
        return collectionSizes.getOrDefault(new Name(collection), Size.ZERO);
    }

    /** A collection's name as a hash key; comparable, so that names with one hash code cost a search and not a walk. */
    private record Name(byte[] bytes) implements Comparable<Name> {
        @Override
        public int compareTo(Name that) {
            return Arrays.compareUnsigned(bytes, that.bytes);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Name that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    /** A collection's place in scan order: by token, then by name. */
    private record ScanPoint(long token, byte[] name) implements Comparable<ScanPoint> {
        /** Lies before every name, since a collection has at least one byte. */
        static final byte[] NO_NAME = {};

        @Override
        public int compareTo(ScanPoint that) {
            int order = Long.compareUnsigned(token, that.token);
            return order != 0 ? order : Arrays.compareUnsigned(name, that.name);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ScanPoint that && compareTo(that) == 0;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(token);
        }
    }
}
