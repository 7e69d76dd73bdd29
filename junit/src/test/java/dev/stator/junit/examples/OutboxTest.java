package dev.stator.junit.examples;

import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** An outbox: an order and its event are one transaction, and a relay publishes from the stream what was committed. */
@StatorTest
@Table(name = "Orders", partitionKey = "id", stream = Table.Stream.NEW_IMAGE)
class OutboxTest {
    record Orders(DynamoDbClient dynamo) {
        void place(String id) {
            dynamo.transactWriteItems(transaction -> transaction.transactItems(List.of(
                    put(Map.of("id", s("ORDER#" + id), "state", s("placed"))),
                    put(Map.of("id", s("EVENT#" + id), "event", s("order " + id + " placed"))))));
        }

        private static TransactWriteItem put(
                Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> item) {
            return TransactWriteItem.builder()
                    .put(put -> put.tableName("Orders").item(item).conditionExpression("attribute_not_exists(id)"))
                    .build();
        }
    }

    /** Reads on where it stopped, in every shard. */
    static final class Relay {
        private final DynamoDbStreamsClient streams;
        private final String stream;
        private final Map<String, String> iterators = new HashMap<>();

        Relay(DynamoDbClient dynamo, DynamoDbStreamsClient streams) {
            this.streams = streams;
            this.stream = dynamo.describeTable(table -> table.tableName("Orders"))
                    .table()
                    .latestStreamArn();
        }

        List<String> publish() {
            List<String> published = new ArrayList<>();
            for (Shard shard : streams.describeStream(describe -> describe.streamArn(stream))
                    .streamDescription()
                    .shards()) {
                String iterator = iterators.computeIfAbsent(shard.shardId(), this::beginning);
                GetRecordsResponse records = streams.getRecords(get -> get.shardIterator(iterator));
                records.records().stream()
                        .filter(change -> change.eventName() == OperationType.INSERT)
                        .map(change -> change.dynamodb().newImage())
                        .filter(image -> image.containsKey("event"))
                        .forEach(image -> published.add(image.get("event").s()));
                iterators.put(shard.shardId(), records.nextShardIterator());
            }
            return published;
        }

        private String beginning(String shardId) {
            return streams.getShardIterator(get ->
                            get.streamArn(stream).shardId(shardId).shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                    .shardIterator();
        }
    }

    private Orders orders;
    private Relay relay;

    @BeforeEach
    void start(DynamoDbClient dynamo, DynamoDbStreamsClient streams) {
        orders = new Orders(dynamo);
        relay = new Relay(dynamo, streams);
    }

    @Test
    void whatIsCommittedIsPublishedOnce() {
        orders.place("1");
        orders.place("2");

        assertThat(relay.publish()).containsExactlyInAnyOrder("order 1 placed", "order 2 placed");
        assertThat(relay.publish()).isEmpty();

        orders.place("3");
        assertThat(relay.publish()).containsExactly("order 3 placed");
    }

    @Test
    void whatIsRefusedIsNotPublished() {
        orders.place("1");
        assertThatThrownBy(() -> orders.place("1")).isInstanceOf(TransactionCanceledException.class);

        assertThat(relay.publish()).containsExactly("order 1 placed");
    }
}
