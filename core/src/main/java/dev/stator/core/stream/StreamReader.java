package dev.stator.core.stream;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.storage.Consistency;
import dev.stator.storage.Direction;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.Range;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one page of a shard, up to the first sequence number that has not settled. */
final class StreamReader {
    /** How many trimmed records, which the background has not removed yet, one page passes over. */
    private static final int SKIPPED_MAX = 10_000;

    private final Engine engine;
    private final StreamLog log;
    private final Shard shard;
    private final long nowMillis;
    private final long retentionMillis;

    private final List<PositionedRecord> records = new ArrayList<>();
    private long bytes;
    private int skipped;
    private boolean trimmed;
    /** Behind the last entry that was visited. */
    private long position;

    StreamReader(Engine engine, StreamLog log, Shard shard, long nowMillis, long retentionMillis) {
        this.engine = engine;
        this.log = log;
        this.shard = shard;
        this.nowMillis = nowMillis;
        this.retentionMillis = retentionMillis;
    }

    /** A record and its sequence number. */
    record PositionedRecord(StreamRecord record, long sequence) {}

    /**
     * A page of a shard.
     *
     * @param next where the next page begins; null if the shard is closed and has been read to its end
     */
    record Page(List<PositionedRecord> records, @Nullable ShardIterator next) {}

    /**
     * Reads a page.
     *
     * @param bytesMax how large the records may be together; the first may be larger
     * @throws ApiException TrimmedDataAccessException if records from a strict iterator on have been trimmed
     */
    Page read(ShardIterator iterator, int limit, long bytesMax) {
        // Asked before the entries are read: what has settled now is there.
        long settled = log.settled(shard);
        Long last = shard.end();
        long bound = last == null ? settled : Math.min(settled, last + 1);
        checkNotTrimmed(iterator);
        position = Math.max(iterator.sequence(), log.trimmedBefore(shard.id()));
        boolean all = position >= bound || visit(iterator.strict(), bound, limit, bytesMax);
        checkNotTrimmed(iterator);
        if (trimmed) {
            throw trimmedDataAccess();
        }
        if (all) {
            position = Math.max(position, bound);
        }
        boolean ended = last != null && position > last;
        return new Page(records, ended ? null : iterator.at(position, iterator.strict() || !records.isEmpty()));
    }

    /** Visits the records before the bound; false if the page is full before. */
    private boolean visit(boolean strict, long bound, int limit, long bytesMax) {
        boolean[] full = {false};
        Range range = new Range(
                StreamRecords.position(position), true, StreamRecords.position(bound), false, Direction.FORWARD);
        engine.slice(log.definition().tree(), shard.collection(), range, Consistency.STRONG, entry -> {
            full[0] = !take(entry, strict, limit, bytesMax);
            return !full[0];
        });
        return !full[0];
    }

    /** Takes a record into the page; false if the page ends before it, or with it because of an error. */
    private boolean take(Entry entry, boolean strict, int limit, long bytesMax) {
        long sequence = StreamRecords.sequence(entry.key().position());
        if (StreamRecord.millisOf(entry.value()) + retentionMillis <= nowMillis) {
            trimmed = strict;
            position = sequence + 1;
            return !strict && ++skipped < SKIPPED_MAX;
        }
        StreamRecord record = StreamRecord.decode(entry.value());
        if (records.size() == limit || (!records.isEmpty() && bytes + record.sizeBytes() > bytesMax)) {
            return false;
        }
        bytes += record.sizeBytes();
        records.add(new PositionedRecord(record, sequence));
        position = sequence + 1;
        return true;
    }

    private void checkNotTrimmed(ShardIterator iterator) {
        if (iterator.strict() && iterator.sequence() < log.trimmedBefore(shard.id())) {
            throw trimmedDataAccess();
        }
    }

    /** What is told of records that are too old. */
    static ApiException trimmedDataAccess() {
        return new ApiException(
                ErrorType.TRIMMED_DATA_ACCESS,
                "The operation attempted to read past the oldest stream record in a shard.");
    }
}
