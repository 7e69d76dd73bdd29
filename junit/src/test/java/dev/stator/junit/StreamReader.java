package dev.stator.junit;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;

/** Reads the stream of the table Orders, in all its shards. */
final class StreamReader {
    private StreamReader() {}

    /** Iterators at the oldest records that are still there. */
    static List<String> beginnings(Stator stator) {
        String stream = stator.dynamoDbClient()
                .describeTable(describe -> describe.tableName("Orders"))
                .table()
                .latestStreamArn();
        return stator
                .streamsClient()
                .describeStream(describe -> describe.streamArn(stream))
                .streamDescription()
                .shards()
                .stream()
                .map(shard -> stator.streamsClient()
                        .getShardIterator(get -> get.streamArn(stream)
                                .shardId(shard.shardId())
                                .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                        .shardIterator())
                .toList();
    }

    static List<Record> read(Stator stator, List<String> iterators) {
        return iterators.stream()
                .flatMap(iterator ->
                        stator.streamsClient().getRecords(get -> get.shardIterator(iterator)).records().stream())
                .toList();
    }
}
