package dev.stator.lifecycle.event;

import dev.stator.lifecycle.event.Positions.Position;
import dev.stator.lifecycle.table.Context;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads the table's stream for one consumer, and tells him the events of the lifecycle: each at least once, those of an item
 * in their order. How far he has come lies in the companion table, so another process can go on.
 *
 * <p>The stream needs NEW_AND_OLD_IMAGES. For much traffic the Kinesis Client Library or a Lambda function is the better
 * reader; this one needs nothing but the SDK.
 */
public final class EventFeed {
    private static final int EMPTY_PAGES_MAX = 3;

    private final Context context;
    private final DynamoDbStreamsClient streams;
    private final String consumer;
    private final EventHandler handler;
    private final EventReader reader;
    private @Nullable Positions positions;
    private String streamArn = "";

    /**
     * A feed.
     *
     * @param consumer whose positions they are
     * @param handler  what he does about events
     */
    public EventFeed(Context context, DynamoDbStreamsClient streams, String consumer, EventHandler handler) {
        this.context = context;
        this.streams = streams;
        this.consumer = consumer;
        this.handler = handler;
        this.reader = new EventReader(context);
    }

    /**
     * Reads what there is, from where the consumer has ended, in all shards, parents before their children.
     *
     * @return how many events were handled; none if another process reads for this consumer
     * @throws EventException if the handler has thrown; its event comes again
     * @throws IllegalStateException if the table has no stream
     */
    public int poll() {
        Positions at = positions();
        if (!at.lease()) {
            return 0;
        }
        try {
            return readAll(at);
        } finally {
            at.release();
        }
    }

    private Positions positions() {
        String arn = context.client()
                .describeTable(describe -> describe.tableName(context.spec().table()))
                .table()
                .latestStreamArn();
        if (arn == null) {
            throw new IllegalStateException("The table " + context.spec().table()
                    + " has no stream: enable one with the view type NEW_AND_OLD_IMAGES.");
        }
        Positions known = positions;
        if (known == null || !arn.equals(streamArn)) {
            known = new Positions(context, consumer, arn.substring(arn.lastIndexOf('/') + 1));
            positions = known;
            streamArn = arn;
        }
        return known;
    }

    private int readAll(Positions at) {
        List<Shard> shards = shards();
        Map<String, Position> read = at.read();
        Set<String> present = new HashSet<>();
        shards.forEach(shard -> present.add(shard.shardId()));
        read.forEach((shard, position) -> forget(at, shard, position, present));
        Set<String> left = new HashSet<>(present);
        shards.stream()
                .map(Shard::shardId)
                .filter(shard -> read.getOrDefault(shard, Position.START).isDone())
                .forEach(left::remove);
        int events = 0;
        boolean goesOn = true;
        while (goesOn) {
            goesOn = false;
            for (Shard shard : shards) {
                // What is left of a parent comes before anything of its children.
                boolean waits = shard.parentShardId() != null && left.contains(shard.parentShardId());
                if (waits || !left.contains(shard.shardId())) {
                    continue;
                }
                ShardRead one = readShard(at, shard, read.getOrDefault(shard.shardId(), Position.START));
                events += one.events;
                read.put(shard.shardId(), one.position);
                if (one.position.isDone()) {
                    left.remove(shard.shardId());
                    goesOn = true;
                }
            }
        }
        return events;
    }

    // A shard that has disappeared before it was read to its end has taken events with it.
    private void forget(Positions at, String shard, Position position, Set<String> present) {
        if (!present.contains(shard)) {
            if (!position.isDone()) {
                handler.gap(shard);
            }
            at.forget(shard);
        }
    }

    private record ShardRead(Position position, int events) {}

    private List<Shard> shards() {
        List<Shard> shards = new ArrayList<>();
        @Nullable String last = null;
        do {
            String from = last;
            DescribeStreamResponse answer = streams.describeStream(
                    describe -> describe.streamArn(streamArn).exclusiveStartShardId(from));
            shards.addAll(answer.streamDescription().shards());
            last = answer.streamDescription().lastEvaluatedShardId();
        } while (last != null);
        return shards;
    }

    private ShardRead readShard(Positions at, Shard shard, Position from) {
        Position position = from;
        int events = 0;
        int empty = 0;
        @Nullable String iterator = iterator(shard, position);
        while (iterator != null) {
            String current = iterator;
            GetRecordsResponse page;
            try {
                page = streams.getRecords(get -> get.shardIterator(current));
            } catch (TrimmedDataAccessException e) {
                handler.gap(shard.shardId());
                iterator = horizon(shard);
                continue;
            }
            if (page.records().isEmpty() && page.nextShardIterator() != null) {
                // DynamoDB: there may be records behind an empty page. A closed shard is followed to its end, since its
                // children wait for it; an open one for a few pages, or a poll would never return.
                if (!isClosed(shard) && ++empty == EMPTY_PAGES_MAX) {
                    return new ShardRead(position, events);
                }
                iterator = page.nextShardIterator();
                continue;
            }
            empty = 0;
            ShardRead handled = handle(at, shard, position, page.records());
            events += handled.events;
            boolean isWhole = page.records().isEmpty()
                    || handled.position
                            .sequenceNumber()
                            .equals(sequenceNumber(page.records().getLast()));
            position = new Position(handled.position.sequenceNumber(), isWhole && page.nextShardIterator() == null);
            boolean isOurs = at.write(shard.shardId(), position);
            iterator = isOurs && isWhole && at.isLeased() ? page.nextShardIterator() : null;
        }
        return new ShardRead(position, events);
    }

    private static boolean isClosed(Shard shard) {
        return shard.sequenceNumberRange() != null
                && shard.sequenceNumberRange().endingSequenceNumber() != null;
    }

    private static String sequenceNumber(Record record) {
        return record.dynamodb().sequenceNumber();
    }

    // Ends early once another reads for this consumer; stores how far it came if the handler throws.
    private ShardRead handle(Positions at, Shard shard, Position from, List<Record> records) {
        String last = from.sequenceNumber();
        int events = 0;
        for (Record record : records) {
            Optional<LifecycleEvent> event = reader.read(record);
            if (event.isPresent()) {
                if (!at.isLeased()) {
                    break;
                }
                try {
                    handler.handle(event.get());
                } catch (Exception e) {
                    at.write(shard.shardId(), new Position(last, false));
                    throw new EventException(event.get(), e);
                }
                events++;
            }
            last = sequenceNumber(record);
        }
        return new ShardRead(new Position(last, false), events);
    }

    private String iterator(Shard shard, Position position) {
        if (position.sequenceNumber().isEmpty()) {
            return horizon(shard);
        }
        try {
            return streams.getShardIterator(get -> get.streamArn(streamArn)
                            .shardId(shard.shardId())
                            .shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                            .sequenceNumber(position.sequenceNumber()))
                    .shardIterator();
        } catch (TrimmedDataAccessException e) {
            handler.gap(shard.shardId());
            return horizon(shard);
        }
    }

    private String horizon(Shard shard) {
        return streams.getShardIterator(get -> get.streamArn(streamArn)
                        .shardId(shard.shardId())
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .shardIterator();
    }
}
