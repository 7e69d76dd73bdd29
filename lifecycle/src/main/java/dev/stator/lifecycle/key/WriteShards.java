package dev.stator.lifecycle.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * Spreads the writes to one hot partition key over several: {@code DUE#03} for {@code DUE}. Who reads asks all of them and
 * merges, which {@code read.MergedSlices} does. The number is part of the keys: more shards later are a migration.
 *
 * @param count how many, 1 to 100
 */
public record WriteShards(int count) {
    private static final int COUNT_MAX = 100;
    private static final int WIDTH = 2;

    public WriteShards {
        if (count < 1 || count > COUNT_MAX) {
            throw new KeyException("There are 1 to " + COUNT_MAX + " write shards, not " + count + ".");
        }
    }

    /** The shard of whatever has this name; always the same one. */
    public String of(String name) {
        CRC32 sum = new CRC32();
        sum.update(name.getBytes(UTF_8));
        return label((int) (sum.getValue() % count));
    }

    /** All of them, in order. */
    public List<String> all() {
        return IntStream.range(0, count).mapToObj(WriteShards::label).toList();
    }

    private static String label(int shard) {
        String digits = Integer.toString(shard);
        return "0".repeat(WIDTH - digits.length()) + digits;
    }
}
