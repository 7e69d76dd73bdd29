package dev.stator.core.stream;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stream: which shards it has, and how far each of them can be read. In a process that is alone a {@link NumberedLog} gives
 * the sequence numbers; where several share a storage, the engine does for an {@link AppendedLog}. {@link StreamReader} reads
 * it, {@link Trimming} removes what is old.
 */
sealed interface StreamLog permits NumberedLog, AppendedLog {
    StreamDefinition definition();

    /** A shard, or null if there is none of this id. */
    @Nullable
    Shard shard(String id);

    /** All shards in order of their ids, each behind its parent. */
    List<Shard> shards();

    /** The sequence number before which nothing of the shard is missing that may yet appear. */
    long settled(Shard shard);

    /** A number that lies behind all records that are there: those of writes that begin after this call have it or a higher one. */
    long next(Shard shard);

    /** Closes all shards for good. Requires: no write that began before this call records its change here. */
    void end(Instant now);

    /** Closes shards that have been open for long, and splits the widest if all stand for too many bytes. */
    void refresh(Instant now, long tableBytes);

    /** The sequence number before which all records of a shard have been removed. */
    long trimmedBefore(String shardId);

    /** Notes that the records before a sequence number have been removed. */
    void trimmed(String shardId, long before);

    /** Forgets a shard whose records are all gone. */
    void forget(String shardId);
}
