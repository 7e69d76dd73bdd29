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
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One tree of a {@link MemoryEngine}: its collections by name, for reads and commits, and by token, for scans. A collection
 * is there as long as it has entries or a size.
 *
 * <p>{@link #freeze} ends a period: the collections of earlier periods belong to snapshots from then on, and the first write
 * to one of them replaces it here by a copy, which shares the entries. So a snapshot costs nothing for what is in the tree.
 */
final class MemoryTree {
    private static final byte[] BEFORE_ALL_NAMES = {};

    private final AtomicReference<Collections> collections;
    private final LongAdder entries = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private volatile Object period = new Object();

    MemoryTree() {
        this(new Frozen(Collections.NONE, Size.ZERO));
    }

    /** Goes on from what a tree was. */
    MemoryTree(Frozen frozen) {
        collections = new AtomicReference<>(frozen.collections);
        entries.add(frozen.size.entries());
        bytes.add(frozen.size.bytes());
    }

    /** What a tree was at one moment. */
    record Frozen(Collections collections, Size size) {}

    /** Which collections there are, twice; two of them are the same only if they are one. */
    static final class Collections {
        static final Collections NONE = new Collections(null, null);

        private final @Nullable CollectionTrie byName;
        private final @Nullable CollectionTrie byToken;

        private Collections(@Nullable CollectionTrie byName, @Nullable CollectionTrie byToken) {
            this.byName = byName;
            this.byToken = byToken;
        }

        Collections with(MemoryCollection added) {
            return new Collections(
                    CollectionTrie.with(byName, added, MemoryCollection::hash),
                    CollectionTrie.with(byToken, added, MemoryCollection::token));
        }

        Collections without(MemoryCollection removed) {
            return new Collections(
                    CollectionTrie.without(byName, removed.hash(), removed.name()),
                    CollectionTrie.without(byToken, removed.token(), removed.name()));
        }
    }

    @Nullable
    MemoryCollection find(byte[] collection) {
        return CollectionTrie.find(collections.get().byName, MemoryCollection.hashOf(collection), collection);
    }

    /** The collection for changing it, or null. Requires: the caller holds the collection's lock stripe. */
    @Nullable
    MemoryCollection findToChange(byte[] collection) {
        MemoryCollection found = find(collection);
        return found == null || found.isOf(period) ? found : add(new MemoryCollection(found, period));
    }

    /** As {@link #findToChange}, and a new collection if there is none. */
    MemoryCollection findOrAdd(byte[] collection) {
        MemoryCollection found = findToChange(collection);
        return found == null ? add(new MemoryCollection(collection, period)) : found;
    }

    private MemoryCollection add(MemoryCollection added) {
        change(current -> current.with(added));
        return added;
    }

    /** Requires: the caller holds the collection's lock stripe. */
    void removeIfEmpty(MemoryCollection collection) {
        if (collection.isEmpty()) {
            change(current -> current.without(collection));
        }
    }

    private void change(UnaryOperator<Collections> change) {
        collections.updateAndGet(change);
    }

    void scan(TokenRange tokens, @Nullable EntryKey after, EntryVisitor visitor) {
        Scan scan = new Scan(tokens, after, visitor);
        while (!scan.isDone()) {
            scan.visit(collections.get());
        }
    }

    void grow(Growth growth) {
        entries.add(growth.entries());
        bytes.add(growth.bytes());
        byte[] collection = growth.collection();
        if (collection != null) {
            MemoryCollection grown = findOrAdd(collection);
            grown.grow(growth);
            removeIfEmpty(grown);
        }
    }

    /** Whether no collection is kept. */
    boolean holdsNothing() {
        Collections current = collections.get();
        return current.byName == null && current.byToken == null;
    }

    Size size() {
        return new Size(entries.sum(), bytes.sum());
    }

    Size size(byte[] collection) {
        MemoryCollection found = find(collection);
        return found == null ? Size.ZERO : found.size();
    }

    /** What the tree is now, which stays as it is. Requires: no commit is under way. */
    Frozen freeze() {
        period = new Object();
        return new Frozen(collections.get(), size());
    }

    /** One scan, which sees collections that come meanwhile, as far as they lie before it. */
    private final class Scan {
        private final TokenRange tokens;
        private final @Nullable EntryKey after;
        private final EntryVisitor visitor;
        private long token;
        private byte[] name = BEFORE_ALL_NAMES;
        private boolean done;

        Scan(TokenRange tokens, @Nullable EntryKey after, EntryVisitor visitor) {
            this.tokens = tokens;
            this.after = after;
            this.visitor = visitor;
            this.token = tokens.first();
            if (after != null && Long.compareUnsigned(Token.of(after.collection()), token) >= 0) {
                token = Token.of(after.collection());
                name = after.collection();
            }
        }

        boolean isDone() {
            return done;
        }

        /** Goes on in these collections, as long as they are the current ones. */
        void visit(Collections current) {
            boolean isAtEnd = CollectionTrie.visit(
                    current.byToken, token, name, MemoryCollection::token, found -> visit(current, found));
            done |= isAtEnd;
        }

        private boolean visit(Collections current, MemoryCollection found) {
            if (collections.get() != current) {
                return false;
            }
            Range range = after != null && Arrays.equals(after.collection(), found.name())
                    ? new Range(after.position(), false, null, true, Direction.FORWARD)
                    : Range.all(Direction.FORWARD);
            done = !tokens.contains(found.token()) || !SortedEntries.visit(found.snapshot(), range, visitor);
            token = found.token();
            // The least name behind this one.
            name = Arrays.copyOf(found.name(), found.name().length + 1);
            return !done;
        }
    }
}
