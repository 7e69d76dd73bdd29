package dev.stator.lifecycle.job;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How far a run has come in one shard of the index of what is due: its checkpoint.
 *
 * @param shard  which one
 * @param last   the key of the index up to which all is done; null at first
 * @param counts what came of it
 * @param isDone whether there is nothing after it
 * @param plan   what is being moved; empty if nothing is
 * @param next   where the index goes on after the plan; null if it ends there
 */
public record Segment(
        String shard,
        @Nullable Map<String, AttributeValue> last,
        Counts counts,
        boolean isDone,
        List<Planned> plan,
        @Nullable Map<String, AttributeValue> next) {
    public Segment {
        plan = List.copyOf(plan);
    }

    static Segment first(String shard) {
        return new Segment(shard, null, Counts.NONE, false, List.of(), null);
    }

    Segment planned(Batch batch) {
        return new Segment(shard, last, counts.plus(batch.early()), false, batch.plan(), batch.next());
    }

    Segment done(Counts more) {
        return new Segment(shard, next, counts.plus(more), next == null, List.of(), null);
    }

    Map<String, AttributeValue> resumeAt() {
        return last == null ? Map.of() : last;
    }
}
