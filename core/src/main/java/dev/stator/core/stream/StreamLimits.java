package dev.stator.core.stream;

import java.time.Duration;

/**
 * When streams split, close and forget; tests want less than DynamoDB.
 *
 * @param shardUnits     the write units a second that one shard takes; more, sustained, split it
 * @param sustained      for how long it must be more
 * @param shardBytes     the bytes of items that one shard stands for; more split the widest
 * @param shardsMax      how many shards of a stream are open at most
 * @param rollOver       how long a shard is open before one child takes its place
 * @param retention      how long a record can be read, and a stream that was disabled
 * @param iterator       how long a shard iterator can be used
 * @param reservedBlock  how many sequence numbers are reserved at a time
 * @param trimmedMax     how many records one commit trims
 */
public record StreamLimits(
        int shardUnits,
        Duration sustained,
        long shardBytes,
        int shardsMax,
        Duration rollOver,
        Duration retention,
        Duration iterator,
        int reservedBlock,
        int trimmedMax) {
    /**
     * DynamoDB's own: a partition takes 1,000 write units a second and 10 GB; a shard is open for about four hours; records
     * are kept for 24 hours, and iterators for 15 minutes.
     *
     * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html">Change data capture</a>
     */
    public static final StreamLimits DYNAMODB = new StreamLimits(
            1_000,
            Duration.ofMinutes(1),
            10L << 30,
            1_024,
            Duration.ofHours(4),
            Duration.ofHours(24),
            Duration.ofMinutes(15),
            1 << 20,
            500);

    /** The same, but that a shard splits when it takes so many write units a second for so long. */
    public StreamLimits withSplitting(int newShardUnits, Duration newSustained) {
        return new StreamLimits(
                newShardUnits,
                newSustained,
                shardBytes,
                shardsMax,
                rollOver,
                retention,
                iterator,
                reservedBlock,
                trimmedMax);
    }

    /** The units after which a shard is split if they come within the time that is called sustained. */
    long unitsUntilSplit() {
        return Math.max(1, shardUnits * sustained.toMillis() / 1_000);
    }
}
