package dev.stator.storage.cassandra.protocol;

import dev.stator.storage.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a collection remembers besides its rows: which commits were the last, so that a committer that got no answer can look
 * whether his was applied, and how large the collection is in each tree.
 *
 * @param recent  the last commits, oldest first
 * @param horizon all commits of this and later sequence numbers are in {@code recent}
 * @param sizes   by the generation of the tree; none is zero
 * @param epoch   the newest rules by which a commit was decided that changed it; older ones have no effect any more
 */
public record Ledger(List<Entry> recent, long horizon, Map<Long, Size> sizes, long epoch) {
    public static final Ledger EMPTY = new Ledger(List.of(), 0, Map.of(), 0);

    // Only commits by other servers can push one out while its committer looks: one server has one under way.
    private static final int RECENT_MAX = 8;
    private static final int FORMAT = 1;
    private static final int FORMAT_WITH_EPOCH = 2;

    /** A commit and the sequence number that it gave to the collection. */
    public record Entry(long commit, long sequence) {}

    public Ledger {
        recent = List.copyOf(recent);
        sizes = Map.copyOf(sizes);
    }

    boolean hasSeen(long commit) {
        return recent.stream().anyMatch(entry -> entry.commit == commit);
    }

    /** Whether a commit that gave this sequence number may have been forgotten. */
    boolean mayHaveForgotten(long sequence) {
        return sequence < horizon;
    }

    Ledger with(long commit, long sequence) {
        List<Entry> longer = new ArrayList<>(recent);
        longer.add(new Entry(commit, sequence));
        if (longer.size() <= RECENT_MAX) {
            return new Ledger(longer, horizon, sizes, epoch);
        }
        long forgotten = longer.removeFirst().sequence;
        return new Ledger(longer, forgotten + 1, sizes, epoch);
    }

    Ledger grownBy(Map<Long, Size> growth) {
        if (growth.isEmpty()) {
            return this;
        }
        Map<Long, Size> grown = new TreeMap<>(sizes);
        growth.forEach((generation, more) -> {
            Size sum = grown.getOrDefault(generation, Size.ZERO).plus(more.entries(), more.bytes());
            if (sum.equals(Size.ZERO)) {
                grown.remove(generation);
            } else {
                grown.put(generation, sum);
            }
        });
        return new Ledger(recent, horizon, grown, epoch);
    }

    /** The ledger with this epoch, unless it has a newer one. */
    Ledger since(long newEpoch) {
        return newEpoch > epoch ? new Ledger(recent, horizon, sizes, newEpoch) : this;
    }

    /** The ledger without the sizes of a tree that is gone. */
    public Ledger without(long generation) {
        Map<Long, Size> left = new TreeMap<>(sizes);
        left.remove(generation);
        return new Ledger(recent, horizon, left, epoch);
    }

    public Size size(long generation) {
        return sizes.getOrDefault(generation, Size.ZERO);
    }

    public byte[] encode() {
        Packer packer = new Packer(epoch == 0 ? FORMAT : FORMAT_WITH_EPOCH);
        packer.number(horizon).number(recent.size());
        recent.forEach(entry -> packer.number(entry.commit).number(entry.sequence));
        packer.sizes(sizes);
        if (epoch != 0) {
            packer.number(epoch);
        }
        return packer.done();
    }

    public static Ledger decode(byte[] encoded) {
        boolean hasEpoch = encoded.length > 0 && encoded[0] == FORMAT_WITH_EPOCH;
        Unpacker unpacker = new Unpacker(encoded, hasEpoch ? FORMAT_WITH_EPOCH : FORMAT);
        long horizon = unpacker.number();
        List<Entry> recent = unpacker.list(() -> new Entry(unpacker.number(), unpacker.number()));
        return new Ledger(recent, horizon, unpacker.sizes(), hasEpoch ? unpacker.number() : 0);
    }
}
