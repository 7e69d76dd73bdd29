package dev.stator.core.stream;

import dev.stator.storage.TokenRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** The open shards of a stream, by their tokens, with how much is written to each. Not thread-safe. */
final class ShardLayout {
    /** A shard is not split below so many tokens: a hot item stays as hot in however small a shard. */
    private static final long WIDTH_MIN = 1L << 54;

    private final TreeMap<Long, OpenShard> byFirstToken = new TreeMap<>(Long::compareUnsigned);

    ShardLayout(Collection<Shard> open) {
        for (Shard shard : open) {
            byFirstToken.put(shard.tokens().first(), new OpenShard(shard));
        }
    }

    /** An open shard, and the units written to it since a moment. */
    static final class OpenShard {
        private final Shard shard;
        private long sinceMillis = Long.MIN_VALUE;
        private long units;

        private OpenShard(Shard shard) {
            this.shard = shard;
        }

        Shard shard() {
            return shard;
        }

        /** Counts a write; true if more was written than a shard takes. */
        boolean heat(long moreUnits, long nowMillis, StreamLimits limits) {
            if (sinceMillis == Long.MIN_VALUE
                    || nowMillis - sinceMillis >= limits.sustained().toMillis()) {
                sinceMillis = nowMillis;
                units = 0;
            }
            units += moreUnits;
            return units > limits.unitsUntilSplit();
        }
    }

    /** The shard for the items with this token. */
    OpenShard of(long token) {
        return Objects.requireNonNull(byFirstToken.floorEntry(token), "the shards have all tokens")
                .getValue();
    }

    List<Shard> shards() {
        return byFirstToken.values().stream().map(OpenShard::shard).toList();
    }

    /** Puts children in the place of their parents. */
    void replace(List<Shard> parents, List<Shard> children) {
        parents.forEach(parent -> byFirstToken.remove(parent.tokens().first()));
        children.forEach(child -> byFirstToken.put(child.tokens().first(), new OpenShard(child)));
    }

    int size() {
        return byFirstToken.size();
    }

    /** The shard with the most tokens. */
    Shard widest() {
        List<Shard> shards = new ArrayList<>(shards());
        shards.sort((a, b) -> Long.compareUnsigned(b.width(), a.width()));
        return shards.getFirst();
    }

    static boolean isDivisible(Shard shard) {
        return Long.compareUnsigned(shard.width(), 2 * WIDTH_MIN - 1) >= 0;
    }

    /** The two halves of a range. */
    static List<TokenRange> halves(TokenRange tokens) {
        long middle = tokens.first() + ((tokens.last() - tokens.first()) >>> 1);
        return List.of(new TokenRange(tokens.first(), middle), new TokenRange(middle + 1, tokens.last()));
    }
}
