package dev.stator.core.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The positions of an item collection that meet conditions which AND and OR combine: disjoint ranges, ascending. Immutable.
 */
public record PositionRanges(List<PositionRange> ranges) {
    /** No position. */
    public static final PositionRanges NONE = new PositionRanges(List.of());

    /** Every position. */
    public static final PositionRanges ALL = new PositionRanges(List.of(PositionRange.ALL));

    public PositionRanges {
        ranges = List.copyOf(ranges);
    }

    /** One range, which may have no position in it. */
    public static PositionRanges of(PositionRange range) {
        return isEmpty(range) ? NONE : new PositionRanges(List.of(range));
    }

    public boolean isEmpty() {
        return ranges.isEmpty();
    }

    /** The positions that are in both. */
    public PositionRanges and(PositionRanges other) {
        List<PositionRange> common = new ArrayList<>();
        for (PositionRange one : ranges) {
            for (PositionRange two : other.ranges) {
                PositionRange range = intersection(one, two);
                if (!isEmpty(range)) {
                    common.add(range);
                }
            }
        }
        return new PositionRanges(common);
    }

    /** The positions that are in one of the two, or in both. */
    public PositionRanges or(PositionRanges other) {
        List<PositionRange> all = new ArrayList<>(ranges);
        all.addAll(other.ranges);
        all.sort(Comparator.comparing((PositionRange range) -> range, PositionRanges::compareLowEnds));
        List<PositionRange> merged = new ArrayList<>();
        for (PositionRange range : all) {
            PositionRange last = merged.isEmpty() ? null : merged.getLast();
            if (last != null && !isEmpty(intersection(last, range))) {
                boolean further = compareHighEnds(last, range) < 0;
                PositionRange end = further ? range : last;
                merged.set(
                        merged.size() - 1,
                        new PositionRange(last.from(), last.fromExcluded(), end.to(), end.toIncluded()));
            } else {
                merged.add(range);
            }
        }
        return new PositionRanges(merged);
    }

    private static PositionRange intersection(PositionRange one, PositionRange two) {
        PositionRange low = compareLowEnds(one, two) < 0 ? two : one;
        PositionRange high = compareHighEnds(one, two) < 0 ? one : two;
        return new PositionRange(low.from(), low.fromExcluded(), high.to(), high.toIncluded());
    }

    private static boolean isEmpty(PositionRange range) {
        if (range.from() == null || range.to() == null) {
            return false;
        }
        int order = Arrays.compareUnsigned(range.from(), range.to());
        return order > 0 || (order == 0 && (range.fromExcluded() || !range.toIncluded()));
    }

    private static int compareLowEnds(PositionRange one, PositionRange two) {
        byte @Nullable [] left = one.from();
        byte @Nullable [] right = two.from();
        if (left == null || right == null) {
            return Boolean.compare(left != null, right != null);
        }
        int order = Arrays.compareUnsigned(left, right);
        return order != 0 ? order : Boolean.compare(one.fromExcluded(), two.fromExcluded());
    }

    private static int compareHighEnds(PositionRange one, PositionRange two) {
        byte @Nullable [] left = one.to();
        byte @Nullable [] right = two.to();
        if (left == null || right == null) {
            return Boolean.compare(left == null, right == null);
        }
        int order = Arrays.compareUnsigned(left, right);
        return order != 0 ? order : Boolean.compare(one.toIncluded(), two.toIncluded());
    }
}
