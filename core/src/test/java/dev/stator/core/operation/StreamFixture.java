package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.at;

import dev.stator.core.Limits;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.stream.StreamLimits;
import dev.stator.storage.Engine;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A database whose tables have streams, with a clock that the test moves. */
public final class StreamFixture implements AutoCloseable {
    private final DatabaseFixture database;
    private volatile Instant now = Instant.parse("2026-01-02T03:04:05.678Z");

    public StreamFixture() {
        this(StreamLimits.DYNAMODB);
    }

    public StreamFixture(StreamLimits limits) {
        this(new MemoryEngine(), limits);
    }

    public StreamFixture(Engine engine, StreamLimits limits) {
        database = new DatabaseFixture(engine, Limits.DYNAMODB.withStreams(limits), () -> now);
    }

    /** By another clock than the one that {@link #sleep} moves. */
    public StreamFixture(Engine engine, StreamLimits limits, InstantSource clock) {
        database = new DatabaseFixture(engine, Limits.DYNAMODB.withStreams(limits), clock);
    }

    /** DynamoDB's limits, but shards that are split after so many units written at one time. */
    public static StreamLimits splitAfter(int units) {
        StreamLimits real = StreamLimits.DYNAMODB;
        return new StreamLimits(
                units,
                Duration.ofSeconds(1),
                real.shardBytes(),
                real.shardsMax(),
                real.rollOver(),
                real.retention(),
                real.iterator(),
                real.reservedBlock(),
                real.trimmedMax());
    }

    /** Creates an on-demand table with the key p and a stream. */
    public StreamFixture table(String name, String viewType) {
        return table(name, "'BillingMode':'PAY_PER_REQUEST'", viewType);
    }

    /** Creates a table of one partition, whose stream has one shard. */
    public StreamFixture smallTable(String name, String viewType) {
        return table(name, "'ProvisionedThroughput':{'ReadCapacityUnits':5,'WriteCapacityUnits':5}", viewType);
    }

    /** Creates a table with the key p and a stream. */
    public StreamFixture table(String name, String throughput, String viewType) {
        call(
                "CreateTable",
                "{'TableName':'" + name + "','AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}],"
                        + "'KeySchema':[{'AttributeName':'p','KeyType':'HASH'}]," + throughput
                        + ",'StreamSpecification':{'StreamEnabled':true,'StreamViewType':'" + viewType + "'}}");
        return this;
    }

    /** Disables the stream of a table. */
    public void disable(String table) {
        call("UpdateTable", "{'TableName':'" + table + "','StreamSpecification':{'StreamEnabled':false}}");
    }

    /** Enables a stream of a table. */
    public void enable(String table, String viewType) {
        call(
                "UpdateTable",
                "{'TableName':'" + table + "','StreamSpecification':{'StreamEnabled':true,'StreamViewType':'" + viewType
                        + "'}}");
    }

    public void put(String table, String item) {
        call("PutItem", "{'TableName':'" + table + "','Item':{" + item + "}}");
    }

    /** Puts an item that has nothing but the key p. */
    public void putKey(String table, String p) {
        put(table, "'p':{'S':'" + p + "'}");
    }

    public void delete(String table, String p) {
        call("DeleteItem", "{'TableName':'" + table + "','Key':{'p':{'S':'" + p + "'}}}");
    }

    public Object call(String operation, String request) {
        return database.call(operation, request);
    }

    public void refuses(String operation, String request, ErrorType type, String message) {
        database.refuses(operation, request, type, message);
    }

    /** What the operation throws. */
    public ApiException refused(String operation, String request) {
        return database.refused(operation, request);
    }

    /** The ARN of a table's newest stream. */
    public String arn(String table) {
        return text(call("DescribeTable", "{'TableName':'" + table + "'}"), "Table.LatestStreamArn");
    }

    /** What DescribeStream says, without shards beyond the first hundred. */
    public Object describe(String arn) {
        return Objects.requireNonNull(at(call("DescribeStream", "{'StreamArn':'" + arn + "'}"), "StreamDescription"));
    }

    /** The stream's shards, in the order of DescribeStream. */
    public List<Object> shards(String arn) {
        List<Object> shards = new ArrayList<>();
        Object start = null;
        do {
            Object page = call(
                    "DescribeStream",
                    "{'StreamArn':'" + arn + "','Limit':7"
                            + (start == null ? "" : ",'ExclusiveStartShardId':'" + start + "'") + "}");
            shards.addAll(list(page, "StreamDescription.Shards"));
            start = at(page, "StreamDescription.LastEvaluatedShardId");
        } while (start != null);
        return shards;
    }

    public List<String> shardIds(String arn) {
        return shards(arn).stream().map(shard -> text(shard, "ShardId")).toList();
    }

    /** An iterator of a type that needs no sequence number. */
    public String iterator(String arn, String shardId, String type) {
        return iterator(arn, shardId, type, "");
    }

    /** An iterator; more members of the request begin with a comma. */
    public String iterator(String arn, String shardId, String type, String more) {
        return text(
                call(
                        "GetShardIterator",
                        "{'StreamArn':'" + arn + "','ShardId':'" + shardId + "','ShardIteratorType':'" + type + "'"
                                + more + "}"),
                "ShardIterator");
    }

    /** An answer of GetRecords. */
    public Object page(String iterator) {
        return call("GetRecords", "{'ShardIterator':'" + iterator + "'}");
    }

    /** All records of a shard that can be read now. */
    public List<Object> records(String arn, String shardId) {
        List<Object> records = new ArrayList<>();
        String iterator = iterator(arn, shardId, "TRIM_HORIZON");
        while (iterator != null) {
            Object page = page(iterator);
            List<Object> more = list(page, "Records");
            records.addAll(more);
            iterator = more.isEmpty() ? null : (String) at(page, "NextShardIterator");
        }
        return records;
    }

    /** All records of a stream that can be read now, shard by shard. */
    public List<Object> records(String arn) {
        List<Object> records = new ArrayList<>();
        shardIds(arn).forEach(shard -> records.addAll(records(arn, shard)));
        return records;
    }

    public void sleep(Duration duration) {
        now = now.plus(duration);
    }

    /** Does what is due by the clock. */
    public void runDue() {
        database.runDue();
    }

    /** A text in an answer. */
    public static String text(Object answer, String path) {
        return String.valueOf(at(answer, path));
    }

    /** A list in an answer. */
    public static List<Object> list(Object answer, String path) {
        List<Object> list = new ArrayList<>();
        if (at(answer, path) instanceof List<?> found) {
            found.forEach(element -> list.add(Objects.requireNonNull(element)));
        }
        return list;
    }

    /** The same with only this member of each record's dynamodb part. */
    public static List<@Nullable Object> parts(List<Object> records, String path) {
        List<@Nullable Object> parts = new ArrayList<>();
        records.forEach(record -> parts.add(at(record, path)));
        return parts;
    }

    /** The members of an object, sorted. */
    public static List<String> members(@Nullable Object object) {
        return object instanceof Map<?, ?> map
                ? map.keySet().stream().map(String::valueOf).sorted().toList()
                : List.of();
    }

    @Override
    public void close() {
        database.close();
    }
}
