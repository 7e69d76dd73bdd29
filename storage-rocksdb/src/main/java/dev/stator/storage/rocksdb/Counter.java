package dev.stator.storage.rocksdb;

import dev.stator.storage.Size;

/** The size of a tree or of one collection, as it is stored at its key. Only the {@link GroupCommit} thread reads and changes it. */
final class Counter {
    private final byte[] key;
    private final boolean kept;
    private Size size;

    /** @param kept whether a size of zero is stored too; a tree's record says that the tree exists */
    Counter(byte[] key, boolean kept, Size size) {
        this.key = key;
        this.kept = kept;
        this.size = size;
    }

    byte[] key() {
        return key;
    }

    Size size() {
        return size;
    }

    void set(Size written) {
        size = written;
    }

    boolean isStored(Size written) {
        return kept || !written.equals(Size.ZERO);
    }
}
