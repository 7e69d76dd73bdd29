package dev.stator.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionRangesTest {
    private static final int ENDS = 8;

    /** Ranges, and the positions that they ought to have: of each end itself, and of what lies behind it. */
    private record Sample(PositionRanges ranges, boolean[] expected) {
        static Sample random(Random random) {
            int from = random.nextInt(ENDS + 1) - 1;
            int to = random.nextInt(ENDS + 1);
            boolean fromExcluded = random.nextBoolean();
            boolean toIncluded = random.nextBoolean();
            PositionRange range = new PositionRange(
                    from < 0 ? null : new byte[] {(byte) from},
                    fromExcluded,
                    to == ENDS ? null : new byte[] {(byte) to},
                    toIncluded);
            boolean[] expected = new boolean[2 * ENDS];
            for (int i = 0; i < expected.length; i++) {
                expected[i] = range.contains(position(i));
            }
            return new Sample(PositionRanges.of(range), expected);
        }

        Sample and(Sample other) {
            boolean[] both = new boolean[expected.length];
            for (int i = 0; i < both.length; i++) {
                both[i] = expected[i] && other.expected[i];
            }
            return new Sample(ranges.and(other.ranges), both);
        }

        Sample or(Sample other) {
            boolean[] either = new boolean[expected.length];
            for (int i = 0; i < either.length; i++) {
                either[i] = expected[i] || other.expected[i];
            }
            return new Sample(ranges.or(other.ranges), either);
        }
    }

    private static byte[] position(int number) {
        return number % 2 == 0 ? new byte[] {(byte) (number / 2)} : new byte[] {(byte) (number / 2), 0};
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theyHaveWhatTheirPartsHaveAndNothingTwice(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            Sample sample = Sample.random(random);
            for (int i = random.nextInt(5); i > 0; i--) {
                Sample other = Sample.random(random).or(Sample.random(random));
                sample = random.nextBoolean() ? sample.and(other) : sample.or(other);
            }
            List<PositionRange> ranges = sample.ranges().ranges();
            int[] found = new int[sample.expected().length];
            int[] expected = new int[found.length];
            for (int i = 0; i < found.length; i++) {
                byte[] position = position(i);
                found[i] = (int) ranges.stream()
                        .filter(range -> range.contains(position))
                        .count();
                expected[i] = sample.expected()[i] ? 1 : 0;
            }
            assertThat(found).as("round %d of seed %d: %s", round, seed, ranges).isEqualTo(expected);
            for (int i = 1; i < ranges.size(); i++) {
                assertThat(Arrays.compareUnsigned(
                                ranges.get(i - 1).to(), ranges.get(i).from()))
                        .isNotPositive();
            }
        }
    }
}
