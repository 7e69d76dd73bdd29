package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.EntryKey;

/** A key of the simulated table; it can be ordered and printed. */
record ItemKey(String collection, String position) implements Comparable<ItemKey> {
    @Override
    public int compareTo(ItemKey other) {
        int byCollection = collection.compareTo(other.collection);
        return byCollection != 0 ? byCollection : position.compareTo(other.position);
    }

    EntryKey entry() {
        return new EntryKey(Workload.bytes(collection), Workload.bytes(position));
    }

    String text() {
        return collection + position;
    }
}
