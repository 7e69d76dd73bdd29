package dev.stator.storage.cassandra.protocol;

import java.util.List;

/**
 * What a commit leaves in the outbox of each collection that it changed. A collection's outbox is emptied in order, and what
 * follows from a commit over several collections waits for what lies before it in each of their outboxes: so derived changes
 * are applied in commit order.
 */
public sealed interface Outbox {
    byte[] encode();

    /**
     * The changes that follow from the commit, in the outbox of one of its collections.
     *
     * @param others the other collections that it changed, each with an {@link After} in its outbox
     */
    record Derived(List<CollectionId> others, List<Target> targets) implements Outbox {
        public Derived {
            others = List.copyOf(others);
            targets = List.copyOf(targets);
        }

        @Override
        public byte[] encode() {
            Packer packer = new Packer(DERIVED).number(others.size());
            others.forEach(packer::collection);
            packer.number(targets.size());
            targets.forEach(target -> packer.collection(target.id).bytes(target.writes.encode()));
            return packer.done();
        }
    }

    /** What follows from the commit is in the outbox of another collection, and what comes behind in this one waits for it. */
    record After(CollectionId other) implements Outbox {
        @Override
        public byte[] encode() {
            return new Packer(AFTER).collection(other).done();
        }
    }

    /** What goes to one collection; the writes have no outbox of their own. */
    record Target(CollectionId id, WriteSet writes) {}

    int DERIVED = 1;
    int AFTER = 2;

    static Outbox decode(byte[] encoded) {
        if (encoded.length > 0 && encoded[0] == AFTER) {
            return new After(new Unpacker(encoded, AFTER).collection());
        }
        Unpacker unpacker = new Unpacker(encoded, DERIVED);
        List<CollectionId> others = unpacker.list(unpacker::collection);
        return new Derived(
                others, unpacker.list(() -> new Target(unpacker.collection(), WriteSet.decode(unpacker.bytes()))));
    }
}
