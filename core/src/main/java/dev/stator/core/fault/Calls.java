package dev.stator.core.fault;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which of the calls that a {@link FaultRule} matches it fires at, by their number from 1 on. The answer for one number is
 * always the same, so that a test that sends the same calls meets the same faults.
 */
public sealed interface Calls {
    /** All of them. */
    Calls ALL = new Every(1);

    /** Whether the call of this number is one of them. */
    boolean include(long number);

    /** Only these, such as the second and the fifth. */
    static Calls nth(long... numbers) {
        return new Numbered(Arrays.stream(numbers).boxed().toList());
    }

    /** The first ones. */
    static Calls first(long count) {
        return new First(count);
    }

    /** Every k-th: with 3, the third, the sixth and so on. */
    static Calls every(long k) {
        return new Every(k);
    }

    /** Each with this probability; the seed decides which. */
    static Calls chance(double probability, long seed) {
        return new Chance(probability, seed);
    }

    /** See {@link #nth}. */
    record Numbered(List<Long> numbers) implements Calls {
        public Numbered {
            numbers = List.copyOf(numbers);
            if (numbers.isEmpty() || numbers.stream().anyMatch(number -> number < 1)) {
                throw new IllegalArgumentException("calls are numbered from 1 on: " + numbers);
            }
        }

        @Override
        public boolean include(long number) {
            return numbers.contains(number);
        }
    }

    /** See {@link #first}. */
    record First(long count) implements Calls {
        public First {
            if (count < 1) {
                throw new IllegalArgumentException("the first " + count + " calls are none");
            }
        }

        @Override
        public boolean include(long number) {
            return number <= count;
        }
    }

    /** See {@link #every}. */
    record Every(long k) implements Calls {
        public Every {
            if (k < 1) {
                throw new IllegalArgumentException("every " + k + "th call is none");
            }
        }

        @Override
        public boolean include(long number) {
            return number % k == 0;
        }
    }

    /** See {@link #chance}. */
    record Chance(double probability, long seed) implements Calls {
        /** An odd number that spreads successive call numbers over all bits. */
        private static final long STEP = 0x9E3779B97F4A7C15L;

        public Chance {
            if (!(probability >= 0 && probability <= 1)) {
                throw new IllegalArgumentException("a probability lies between 0 and 1: " + probability);
            }
        }

        @Override
        public boolean include(long number) {
            return new SplittableRandom(seed ^ (number * STEP)).nextDouble() < probability;
        }
    }
}
