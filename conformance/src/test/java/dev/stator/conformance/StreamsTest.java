package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Streams, as an application reads them that follows the shards by itself. */
final class StreamsTest extends TargetTest {
    /** DynamoDB: a record may take a moment to appear. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private @Nullable DynamoDbStreamsClient streams;
    private String table = "";
    private String arn = "";

    @BeforeParameterizedClassInvocation
    void create() {
        streams = target.streamsClient();
        table = createStreamTable(StreamViewType.NEW_AND_OLD_IMAGES);
        arn = streamOf(table);
    }

    @AfterParameterizedClassInvocation
    void close() {
        streams().close();
    }

    private DynamoDbStreamsClient streams() {
        return Objects.requireNonNull(streams);
    }

    private String createStreamTable(StreamViewType viewType) {
        return createTable(schema -> schema.attributeDefinitions(string("p"))
                .keySchema(hash("p"))
                .streamSpecification(stream -> stream.streamEnabled(true).streamViewType(viewType)));
    }

    private String streamOf(String name) {
        return dynamo().describeTable(describe -> describe.tableName(name))
                .table()
                .latestStreamArn();
    }

    private List<Shard> shards(String stream) {
        List<Shard> shards = new ArrayList<>();
        String start = null;
        do {
            String after = start;
            DescribeStreamResponse page = streams()
                    .describeStream(
                            describe -> describe.streamArn(stream).limit(2).exclusiveStartShardId(after));
            shards.addAll(page.streamDescription().shards());
            start = page.streamDescription().lastEvaluatedShardId();
        } while (start != null);
        return shards;
    }

    /** The records about one item, read until there are so many. */
    private List<Record> records(String stream, String key, int count) {
        Instant deadline = Instant.now().plus(PATIENCE);
        List<Record> records = recordsNow(stream, key);
        while (records.size() < count && Instant.now().isBefore(deadline)) {
            pause();
            records = recordsNow(stream, key);
        }
        return records;
    }

    private List<Record> recordsNow(String stream, String key) {
        List<Record> records = new ArrayList<>();
        for (Shard shard : shards(stream)) {
            String iterator = iterator(stream, shard, ShardIteratorType.TRIM_HORIZON);
            while (iterator != null) {
                String current = iterator;
                GetRecordsResponse page = streams().getRecords(get -> get.shardIterator(current));
                page.records().stream()
                        .filter(record -> key(key).equals(record.dynamodb().keys()))
                        .forEach(records::add);
                iterator = page.records().isEmpty() ? null : page.nextShardIterator();
            }
        }
        return records;
    }

    private String iterator(String stream, Shard shard, ShardIteratorType type) {
        return streams()
                .getShardIterator(
                        get -> get.streamArn(stream).shardId(shard.shardId()).shardIteratorType(type))
                .shardIterator();
    }

    @Test
    void aStreamIsListedAndDescribed() {
        assertThat(streams().listStreams(list -> list.tableName(table)).streams())
                .singleElement()
                .satisfies(stream -> assertThat(stream.streamArn()).isEqualTo(arn));
        var description =
                streams().describeStream(describe -> describe.streamArn(arn)).streamDescription();
        assertThat(description.streamStatus()).isIn(StreamStatus.ENABLED, StreamStatus.ENABLING);
        assertThat(description.keySchema()).containsExactly(hash("p"));
        assertThat(description.streamViewType()).isEqualTo(StreamViewType.NEW_AND_OLD_IMAGES);
        assertThat(shards(arn)).isNotEmpty().allSatisfy(shard -> {
            assertThat(shard.shardId()).hasSizeBetween(28, 65);
            assertThat(shard.sequenceNumberRange().startingSequenceNumber()).matches("\\d{21,40}");
        });
    }

    @Test
    void aRecordTellsWhatHappenedToAnItem() {
        put(table, Map.of("p", fromS("story"), "v", fromS("one")));
        put(table, Map.of("p", fromS("story"), "v", fromS("two")));
        dynamo().deleteItem(delete -> delete.tableName(table).key(key("story")));

        List<Record> records = records(arn, "story", 3);
        assertThat(records)
                .extracting(Record::eventName)
                .containsExactly(OperationType.INSERT, OperationType.MODIFY, OperationType.REMOVE);
        Record change = records.get(1);
        assertThat(change.eventSource()).isEqualTo("aws:dynamodb");
        assertThat(change.eventVersion()).isEqualTo("1.1");
        assertThat(change.awsRegion()).isEqualTo(arn.split(":", -1)[3]);
        assertThat(change.userIdentity()).isNull();
        StreamRecord record = change.dynamodb();
        assertThat(record.oldImage()).isEqualTo(Map.of("p", fromS("story"), "v", fromS("one")));
        assertThat(record.newImage()).isEqualTo(Map.of("p", fromS("story"), "v", fromS("two")));
        assertThat(record.sizeBytes()).isEqualTo(6 + 10 + 10);
        assertThat(record.approximateCreationDateTime())
                .isBetween(
                        Instant.now().minus(Duration.ofMinutes(5)),
                        Instant.now().plus(Duration.ofMinutes(5)));
        assertThat(records)
                .extracting(each -> each.dynamodb().sequenceNumber())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void theRecordOfAnExpiredItemNamesTheService() {
        assumeTrue(Targets.areLocal(), "only our own servers delete expired items within seconds");
        String expiring = createStreamTable(StreamViewType.KEYS_ONLY);
        dynamo().updateTimeToLive(update -> update.tableName(expiring)
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("ttl")));
        String past = Long.toString(Instant.now().minusSeconds(60).getEpochSecond());
        put(expiring, Map.of("p", fromS("old"), "ttl", fromN(past)));

        List<Record> records = records(streamOf(expiring), "old", 2);
        assertThat(records).extracting(Record::eventName).containsExactly(OperationType.INSERT, OperationType.REMOVE);
        assertThat(records.getLast().userIdentity().type()).isEqualTo("Service");
        assertThat(records.getLast().userIdentity().principalId()).isEqualTo("dynamodb.amazonaws.com");
    }

    @Test
    void aStreamCanBeReadAfterItsTableIsGone() {
        String doomed = createStreamTable(StreamViewType.KEYS_ONLY);
        String stream = streamOf(doomed);
        put(doomed, key("last"));
        assertThat(records(stream, "last", 1)).hasSize(1);
        dynamo().deleteTable(delete -> delete.tableName(doomed));

        List<Record> records = records(stream, "last", 1);
        assertThat(records).hasSize(1);
        assertThat(records.getFirst().dynamodb().hasNewImage()).isFalse();
    }

    @Test
    void errorsHaveTheirTypes() {
        String unknown = arn.replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T", "2001-01-01T");
        assertThatThrownBy(() -> streams().describeStream(describe -> describe.streamArn(unknown)))
                .isInstanceOf(ResourceNotFoundException.class);
        assertThatThrownBy(() -> streams()
                        .describeStream(describe -> describe.streamArn("no arn, although it is long enough to be one")))
                .isInstanceOfSatisfying(
                        DynamoDbException.class,
                        refused -> assertThat(refused.awsErrorDetails().errorCode())
                                .isEqualTo("ValidationException"))
                .hasMessageContaining("Invalid StreamArn");
        assertThatThrownBy(() -> streams().getRecords(get -> get.shardIterator("never given")))
                .isInstanceOfSatisfying(
                        DynamoDbException.class,
                        refused -> assertThat(refused.awsErrorDetails().errorCode())
                                .isEqualTo("ValidationException"));
    }
}
