package dev.stator.storage.rocksdb;

import dev.stator.storage.Direction;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Expectation;
import dev.stator.storage.Range;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** Reads entries from RocksDB. An iterator sees the database as it was when it was made, which is what makes a slice one view. */
final class EntryReader implements AutoCloseable {
    private final RocksDB db;
    private final ReadOptions gets = new ReadOptions();

    EntryReader(RocksDB db) {
        this.db = db;
    }

    @Override
    public void close() {
        gets.close();
    }

    @Nullable
    Entry get(Tree tree, byte[] collection, byte[] position) {
        byte[] stored = stored(KeyLayout.entry(tree, collection, position));
        return stored == null ? null : entry(new EntryKey(collection, position), stored);
    }

    /** The version alone, without copying the value out of native memory. */
    long version(Tree tree, EntryKey key) {
        byte[] storedKey = KeyLayout.entry(tree, key.collection(), key.position());
        byte[] version = new byte[StoredValue.VERSION_BYTES];
        try {
            int storedBytes = db.get(gets, storedKey, 0, storedKey.length, version, 0, version.length);
            return storedBytes == RocksDB.NOT_FOUND ? Expectation.ABSENT : StoredValue.version(version, storedBytes);
        } catch (RocksDBException e) {
            throw Trouble.with("an entry could not be read", e);
        }
    }

    byte @Nullable [] stored(byte[] key) {
        try {
            return db.get(gets, key);
        } catch (RocksDBException e) {
            throw Trouble.with("an entry could not be read", e);
        }
    }

    void slice(Tree tree, byte[] collection, Range range, EntryVisitor visitor) {
        byte[] start = KeyLayout.collectionStart(tree, collection);
        byte[] from = bound(start, range.from(), !range.fromInclusive());
        byte[] to = range.to() == null ? KeyLayout.collectionEnd(start) : bound(start, range.to(), range.toInclusive());
        // All keys of a collection have one prefix, so the filters may be asked about it.
        try (ReadOptions options = new ReadOptions().setPrefixSameAsStart(true)) {
            visit(options, from, to, range.direction(), (key, stored) -> {
                byte[] position = Arrays.copyOfRange(key, start.length, key.length);
                return visitor.visit(entry(new EntryKey(collection, position), stored));
            });
        }
    }

    /** The key of a position, or the first one behind it. */
    private static byte[] bound(byte[] collectionStart, byte @Nullable [] position, boolean behind) {
        if (position == null) {
            return collectionStart;
        }
        byte[] key = Arrays.copyOf(collectionStart, collectionStart.length + position.length + (behind ? 1 : 0));
        System.arraycopy(position, 0, key, collectionStart.length, position.length);
        return key;
    }

    void scan(Tree tree, TokenRange tokens, @Nullable EntryKey after, EntryVisitor visitor) {
        byte[] from = KeyLayout.tokenStart(tree, tokens.first());
        if (after != null) {
            byte[] resumed = KeyLayout.behind(KeyLayout.entry(tree, after.collection(), after.position()));
            from = Arrays.compareUnsigned(resumed, from) > 0 ? resumed : from;
        }
        // A scan reads everything once, and must not drive what others read often out of the cache.
        try (ReadOptions options = new ReadOptions().setTotalOrderSeek(true).setFillCache(false)) {
            visit(
                    options,
                    from,
                    KeyLayout.tokenEnd(tree, tokens.last()),
                    Direction.FORWARD,
                    (key, stored) -> visitor.visit(entry(KeyLayout.entryKey(key), stored)));
        }
    }

    /** Visits all keys from {@code from} up to, and without, {@code to}. */
    void visit(ReadOptions options, byte[] from, byte[] to, Direction direction, KeyVisitor visitor) {
        if (Arrays.compareUnsigned(from, to) >= 0) {
            return;
        }
        try (Slice low = new Slice(from);
                Slice high = new Slice(to);
                RocksIterator iterator =
                        db.newIterator(options.setIterateLowerBound(low).setIterateUpperBound(high))) {
            boolean forward = direction == Direction.FORWARD;
            if (forward) {
                iterator.seek(from);
            } else {
                iterator.seekForPrev(to);
            }
            while (iterator.isValid()) {
                if (!visitor.visit(iterator.key(), iterator.value())) {
                    return;
                }
                if (forward) {
                    iterator.next();
                } else {
                    iterator.prev();
                }
            }
            // An iterator ends at damage as it does at the end; only its status tells them apart.
            iterator.status();
        } catch (RocksDBException e) {
            throw Trouble.with("entries could not be read", e);
        }
    }

    private static Entry entry(EntryKey key, byte[] stored) {
        return new Entry(key, StoredValue.version(stored, stored.length), StoredValue.value(stored));
    }

    /** Receives keys and values as they are stored, and may stop. */
    @FunctionalInterface
    interface KeyVisitor {
        boolean visit(byte[] key, byte[] stored);
    }
}
