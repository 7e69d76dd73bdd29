package dev.stator.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.storage.Direction;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Range;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SortedEntriesTest {
    private static Entry entry(int number) {
        return new Entry(new EntryKey(new byte[] {1}, position(number)), 1, new byte[0]);
    }

    private static byte[] position(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private static List<Integer> numbers(@Nullable SortedEntries root, Direction direction) {
        List<Integer> numbers = new ArrayList<>();
        SortedEntries.visit(
                root,
                Range.all(direction),
                entry -> numbers.add(ByteBuffer.wrap(entry.key().position()).getInt()));
        return numbers;
    }

    @Test
    void theTreeStaysLowInWhateverOrderItGrowsAndShrinks() {
        int count = 1 << 12;
        List<IntUnaryOperator> orders = List.of(i -> i, i -> count - 1 - i, i -> i * 1_001 % count);
        for (IntUnaryOperator added : orders) {
            for (IntUnaryOperator removed : orders) {
                SortedEntries root = null;
                for (int i = 0; i < count; i++) {
                    root = SortedEntries.with(root, entry(added.applyAsInt(i)));
                    assertThatItIsLow(root, i + 1);
                }
                for (int i = 0; i < count; i++) {
                    root = SortedEntries.without(root, position(removed.applyAsInt(i)));
                    assertThatItIsLow(root, count - i - 1);
                }
                assertThat(root).isNull();
            }
        }
    }

    /** An AVL tree of n entries is lower than 1.4405 log2(n + 2). */
    private static void assertThatItIsLow(@Nullable SortedEntries root, int entries) {
        double bound = 1.4405 * Math.log(entries + 2) / Math.log(2);
        if (SortedEntries.height(root) >= bound) {
            throw new AssertionError(entries + " entries in a tree of height " + SortedEntries.height(root));
        }
    }

    @Test
    void aRootIsASnapshot() {
        Random random = new Random(1);
        SortedEntries root = null;
        TreeSet<Integer> expected = new TreeSet<>();
        List<SortedEntries> snapshots = new ArrayList<>();
        List<List<Integer>> contents = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            int number = random.nextInt(200);
            if (random.nextBoolean()) {
                root = SortedEntries.with(root, entry(number));
                expected.add(number);
            } else {
                root = SortedEntries.without(root, position(number));
                expected.remove(number);
            }
            if (i % 50 == 0 && root != null) {
                snapshots.add(root);
                contents.add(List.copyOf(expected));
            }
        }

        for (int i = 0; i < snapshots.size(); i++) {
            assertThat(numbers(snapshots.get(i), Direction.FORWARD)).isEqualTo(contents.get(i));
            assertThat(numbers(snapshots.get(i), Direction.REVERSE))
                    .isEqualTo(contents.get(i).reversed());
        }
    }

    @Test
    void removingWhatIsNotThereCopiesNothing() {
        SortedEntries root = null;
        for (int i = 0; i < 100; i += 2) {
            root = SortedEntries.with(root, entry(i));
        }

        for (int i = -1; i < 100; i += 2) {
            assertThat(SortedEntries.without(root, position(i))).isSameAs(root);
        }
    }
}
