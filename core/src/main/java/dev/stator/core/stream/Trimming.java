package dev.stator.core.stream;

import dev.stator.core.housekeeping.Task;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.EntryKey;
import dev.stator.storage.Range;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes the records that are too old, then closed shards that have none left, then streams that ended long ago. Readers do
 * not wait for it: they look at the clock.
 *
 * <p>The order of removals makes each step safe to repeat after a crash: what is gone is noted in the commit that removes it,
 * and names go after what they name.
 */
final class Trimming {
    private final Engine engine;
    private final StreamCatalog catalog;
    private final StreamLimits limits;

    Trimming(Engine engine, StreamCatalog catalog, StreamLimits limits) {
        this.engine = engine;
        this.catalog = catalog;
        this.limits = limits;
    }

    /** Does about one commit's worth of work on a stream; MORE if there may be more. */
    Task.Outcome step(StreamLog log, Instant now) {
        for (Shard shard : log.shards()) {
            if (trim(log, shard, now)) {
                return Task.Outcome.MORE;
            }
            if (isGone(shard, now, limits)) {
                catalog.removeShard(log.definition(), shard.id());
                log.forget(shard.id());
                return Task.Outcome.MORE;
            }
        }
        return Task.Outcome.LATER;
    }

    /** Whether a shard is so old that none of its records can be read any more. */
    static boolean isGone(Shard shard, Instant now, StreamLimits limits) {
        return shard.closed() != null && !now.isBefore(shard.closed().plus(limits.retention()));
    }

    /** Removes the oldest records of a shard; false if none is too old. */
    private boolean trim(StreamLog log, Shard shard, Instant now) {
        StreamDefinition stream = log.definition();
        long oldMillis = now.minus(limits.retention()).toEpochMilli();
        long settled = log.settled(shard);
        List<EntryKey> old = new ArrayList<>();
        Range range = new Range(
                StreamRecords.position(log.trimmedBefore(shard.id())),
                true,
                StreamRecords.position(settled),
                false,
                Direction.FORWARD);
        engine.slice(stream.tree(), shard.collection(), range, Consistency.STRONG, entry -> {
            if (StreamRecord.millisOf(entry.value()) > oldMillis) {
                return false;
            }
            old.add(entry.key());
            return old.size() < limits.trimmedMax();
        });
        if (old.isEmpty()) {
            return false;
        }
        long firstKept = StreamRecords.sequence(old.getLast().position()) + 1;
        catalog.trim(stream, shard.id(), old, firstKept);
        log.trimmed(shard.id(), firstKept);
        return true;
    }
}
