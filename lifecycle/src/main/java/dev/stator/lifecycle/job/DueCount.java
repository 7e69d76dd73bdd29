package dev.stator.lifecycle.job;

import dev.stator.lifecycle.read.DueItems;
import dev.stator.lifecycle.read.DuePage;
import dev.stator.lifecycle.table.Context;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How much is due, as the index has it.
 *
 * @param due       how many items
 * @param readUnits what it took to count them
 */
record DueCount(long due, double readUnits) {
    private static final int PAGE_ITEMS = 5_000;

    /** All that is due in these segments, where they have come to. */
    static DueCount of(Context context, List<Segment> segments, Instant until) {
        DueItems items = new DueItems(context);
        long due = 0;
        double units = 0;
        for (Segment segment : segments) {
            due += segment.plan().size();
            @Nullable Map<String, AttributeValue> start = segment.plan().isEmpty() ? segment.last() : segment.next();
            boolean isAtEnd = segment.isDone() || (!segment.plan().isEmpty() && start == null);
            while (!isAtEnd) {
                DuePage page = items.page(segment.shard(), until, start, PAGE_ITEMS);
                due += page.items().size();
                units += page.units();
                start = page.next().orElse(null);
                isAtEnd = start == null;
            }
        }
        return new DueCount(due, units);
    }
}
