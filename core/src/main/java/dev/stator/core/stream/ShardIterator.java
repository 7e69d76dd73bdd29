package dev.stator.core.stream;

/**
 * A position in a shard.
 *
 * @param sequence the first sequence number to read
 * @param strict   whether it is an error if something from there on has been trimmed; an iterator from the trim horizon on
 *                 begins behind it instead
 */
record ShardIterator(String streamArn, String shardId, long sequence, boolean strict) {

    ShardIterator at(long newSequence, boolean nowStrict) {
        return new ShardIterator(streamArn, shardId, newSequence, nowStrict);
    }
}
