package dev.stator.storage.rocksdb;

import dev.stator.storage.EntryKey;
import dev.stator.storage.StorageException;
import dev.stator.storage.Token;
import dev.stator.storage.Tree;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The keys inside RocksDB, as docs/format.md describes them: {@code tree id (4) | family (1) | token (8) | collection, escaped
 * | position}, all numbers big-endian. RocksDB orders keys by their unsigned bytes, so a tree, a range of tokens, a collection and a range
 * of positions are each one contiguous range of keys.
 *
 * <p>In an escaped collection each 00 is written as 00 FF, and 00 00 ends it. So no collection's keys lie among another's, a
 * collection precedes the longer ones that it begins, and 00 01 in place of the end lies behind all its positions.
 */
final class KeyLayout {
    /** Tree and token: what all keys of a collection begin with, and what the prefix filter is built of. */
    static final int PREFIX_BYTES = 13;

    /** The number of the last version block that was handed out; tree id 0 is no tree's. */
    static final byte[] VERSION_BLOCK = {0, 0, 0, 0, 0};

    /** Begins the records of trees: their existence and size. */
    static final byte[] TREES = {0, 0, 0, 0, 1};

    private static final byte[] TREES_END = {0, 0, 0, 0, 2};
    private static final byte COLLECTION_SIZES = 2;
    private static final int TREE_BYTES = 5;

    private KeyLayout() {}

    /** The key of one entry. */
    static byte[] entry(Tree tree, byte[] collection, byte[] position) {
        byte[] start = collectionStart(tree, collection, position.length);
        System.arraycopy(position, 0, start, start.length - position.length, position.length);
        return start;
    }

    /** What all keys of the collection begin with, and the key of its entry at the empty position. */
    static byte[] collectionStart(Tree tree, byte[] collection) {
        return collectionStart(tree, collection, 0);
    }

    private static byte[] collectionStart(Tree tree, byte[] collection, int bytesBehind) {
        int zeros = 0;
        for (byte each : collection) {
            if (each == 0) {
                zeros++;
            }
        }
        byte[] key = new byte[PREFIX_BYTES + collection.length + zeros + 2 + bytesBehind];
        ByteBuffer.wrap(key).putInt(tree.id()).put((byte) tree.family()).putLong(Token.of(collection));
        int at = PREFIX_BYTES;
        for (byte each : collection) {
            key[at++] = each;
            if (each == 0) {
                key[at++] = (byte) 0xff;
            }
        }
        return key;
    }

    /** Behind the collection's last key, and before any other collection's first. */
    static byte[] collectionEnd(byte[] collectionStart) {
        byte[] end = collectionStart.clone();
        end[end.length - 1] = 1;
        return end;
    }

    /** The first key that lies behind this one. */
    static byte[] behind(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    static byte[] tokenStart(Tree tree, long token) {
        return ByteBuffer.allocate(PREFIX_BYTES)
                .putInt(tree.id())
                .put((byte) tree.family())
                .putLong(token)
                .array();
    }

    /** Behind the last key with this token. */
    static byte[] tokenEnd(Tree tree, long token) {
        return token == -1L ? treeEnd(tree) : tokenStart(tree, token + 1);
    }

    static byte[] treeStart(Tree tree) {
        return ByteBuffer.allocate(TREE_BYTES)
                .putInt(tree.id())
                .put((byte) tree.family())
                .array();
    }

    static byte[] treeEnd(Tree tree) {
        return treeEnd(treeStart(tree));
    }

    /** The next number of the same length; it exists, since ids are positive. */
    private static byte[] treeEnd(byte[] start) {
        byte[] end = start.clone();
        int at = end.length - 1;
        while (++end[at] == 0) {
            at--;
        }
        return end;
    }

    /** Where the tree is recorded, with its size as the value. */
    static byte[] treeRecord(Tree tree) {
        return ByteBuffer.allocate(2 * TREE_BYTES)
                .put(TREES)
                .putInt(tree.id())
                .put((byte) tree.family())
                .array();
    }

    static byte[] treeRecordsEnd() {
        return TREES_END.clone();
    }

    /** The tree that is recorded at this key. */
    static Tree recordedTree(byte[] key) {
        ByteBuffer buffer = ByteBuffer.wrap(key, TREE_BYTES, TREE_BYTES);
        return new Tree(buffer.getInt(), Byte.toUnsignedInt(buffer.get()));
    }

    /** Where the size of one collection is. */
    static byte[] collectionSize(Tree tree, byte[] collection) {
        byte[] start = collectionSizesStart(tree);
        byte[] key = Arrays.copyOf(start, start.length + collection.length);
        System.arraycopy(collection, 0, key, start.length, collection.length);
        return key;
    }

    static byte[] collectionSizesStart(Tree tree) {
        byte[] start = treeRecord(tree);
        start[TREE_BYTES - 1] = COLLECTION_SIZES;
        return start;
    }

    static byte[] collectionSizesEnd(Tree tree) {
        return treeEnd(collectionSizesStart(tree));
    }

    /** The collection and position of an entry's key. */
    static EntryKey entryKey(byte[] key) {
        ByteArrayOutputStream collection = new ByteArrayOutputStream(key.length - PREFIX_BYTES);
        int at = PREFIX_BYTES;
        while (at + 1 < key.length) {
            byte each = key[at++];
            if (each != 0) {
                collection.write(each);
            } else if (key[at++] == 0) {
                return new EntryKey(collection.toByteArray(), Arrays.copyOfRange(key, at, key.length));
            } else {
                collection.write(0);
            }
        }
        throw new StorageException.Corrupt(
                "a stored key of " + key.length + " bytes has no end of its collection", null);
    }
}
