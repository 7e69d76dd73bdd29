package dev.stator.conformance;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.kinesis.exceptions.InvalidStateException;
import software.amazon.kinesis.exceptions.ShutdownException;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;
import software.amazon.kinesis.processor.ShardRecordProcessor;

/** What a consumer has read of items whose versions are 1, 2, 3 and so on; notices what is missing, doubled or too early. */
final class ChangeLog {
    private final long expected;
    private final Map<String, Integer> versions = new ConcurrentHashMap<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final Set<String> shards = ConcurrentHashMap.newKeySet();
    private final Set<String> ended = ConcurrentHashMap.newKeySet();
    private final AtomicLong read = new AtomicLong();
    /** Open until everything was read, or something went wrong. */
    private final CountDownLatch finished = new CountDownLatch(1);

    ChangeLog(int items, int versions) {
        this.expected = (long) items * versions;
    }

    /** Waits until everything was read, or something is wrong. */
    void await(Duration patience) throws InterruptedException {
        if (!finished.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            wrong.add("only " + read + " of " + expected + " changes were read, of shards " + shards);
        }
    }

    long read() {
        return read.get();
    }

    List<String> wrong() {
        return List.copyOf(wrong);
    }

    Set<String> shards() {
        return Set.copyOf(shards);
    }

    Set<String> ended() {
        return Set.copyOf(ended);
    }

    ShardRecordProcessor processor() {
        return new Processor();
    }

    private void add(String shard, DynamoDBStreamsClientRecord change) {
        Map<String, AttributeValue> image = change.getRecord().dynamodb().newImage();
        String item = Objects.requireNonNull(image.get("pk")).s();
        int version =
                Integer.parseInt(Objects.requireNonNull(image.get("version")).n());
        int before = versions.getOrDefault(item, 0);
        if (version == before + 1) {
            versions.put(item, version);
            if (read.incrementAndGet() == expected) {
                finished.countDown();
            }
        } else {
            wrong.add("shard " + shard + ": " + item + " was at version " + before + ", then came " + version);
            finished.countDown();
        }
    }

    /** One shard; the library calls it from one thread at a time, and for a child only when its parent has ended. */
    private final class Processor implements DynamoDBStreamsShardRecordProcessor {
        private String shard = "";

        @Override
        public void initialize(InitializationInput input) {
            shard = input.shardId();
            shards.add(shard);
        }

        @Override
        public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
            input.records().forEach(change -> add(shard, change));
        }

        @Override
        public void leaseLost(LeaseLostInput input) {
            // Happens at the end, when the consumer is stopped.
        }

        @Override
        public void shardEnded(ShardEndedInput input) {
            ended.add(shard);
            checkpoint(input.checkpointer());
        }

        @Override
        public void shutdownRequested(ShutdownRequestedInput input) {
            checkpoint(input.checkpointer());
        }

        private void checkpoint(RecordProcessorCheckpointer checkpointer) {
            try {
                checkpointer.checkpoint();
            } catch (InvalidStateException | ShutdownException e) {
                wrong.add("shard " + shard + ": no checkpoint: " + e);
            }
        }
    }
}
