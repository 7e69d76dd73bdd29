package dev.stator.storage.cassandra.protocol;

import java.util.List;

/**
 * Says, before it happens, what a commit is going to touch, so that whoever comes after a crash knows where to look. One that
 * was followed by nothing is harmless.
 *
 * @param commit      the number of the commit
 * @param collections what it locks or leaves derived changes in
 * @param targets     what the derived changes go to
 */
public record Announcement(long commit, List<CollectionId> collections, List<CollectionId> targets) {
    private static final int FORMAT = 1;

    public Announcement {
        collections = List.copyOf(collections);
        targets = List.copyOf(targets);
    }

    /** Whether it is decided by a record. */
    boolean isTransaction() {
        return collections.size() > 1;
    }

    public byte[] encode() {
        Packer packer = new Packer(FORMAT).number(commit).number(collections.size());
        collections.forEach(packer::collection);
        packer.number(targets.size());
        targets.forEach(packer::collection);
        return packer.done();
    }

    public static Announcement decode(byte[] encoded) {
        Unpacker unpacker = new Unpacker(encoded, FORMAT);
        return new Announcement(
                unpacker.number(), unpacker.list(unpacker::collection), unpacker.list(unpacker::collection));
    }
}
