package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.number;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Event sourcing: events of an aggregate are numbered without gaps, and who appends to an old version is refused. */
@StatorTest
@Table(name = "Events", partitionKey = "aggregateId", sortKey = "version:N")
class EventStoreTest {
    record EventStore(DynamoDbClient dynamo) {
        void append(String aggregate, long expectedVersion, String event) {
            dynamo.putItem(put -> put.tableName("Events")
                    .item(Map.of("aggregateId", s(aggregate), "version", n(expectedVersion + 1), "event", s(event)))
                    .conditionExpression("attribute_not_exists(version)"));
        }

        List<String> read(String aggregate, long afterVersion) {
            List<String> events = new ArrayList<>();
            dynamo.queryPaginator(query -> query.tableName("Events")
                            .keyConditionExpression("aggregateId = :a AND version > :v")
                            .expressionAttributeValues(Map.of(":a", s(aggregate), ":v", n(afterVersion)))
                            .consistentRead(true))
                    .items()
                    .forEach(item -> events.add(
                            number(item, "version") + " " + item.get("event").s()));
            return events;
        }
    }

    @Injected
    private Stator stator;

    private EventStore store;

    @BeforeEach
    void open() {
        store = new EventStore(stator.dynamoDbClient());
    }

    @Test
    void eventsAreReplayedInTheirOrder() {
        for (int i = 0; i < 12; i++) {
            store.append("order-1", i, "step" + i);
        }

        assertThat(store.read("order-1", 0)).hasSize(12).startsWith("1 step0").endsWith("12 step11");
        assertThat(store.read("order-1", 10)).containsExactly("11 step10", "12 step11");
    }

    @Test
    void aWriterWhoHasNotSeenTheLatestIsRefused() {
        store.append("order-1", 0, "placed");
        store.append("order-1", 1, "paid");

        assertThatThrownBy(() -> store.append("order-1", 1, "canceled"))
                .isInstanceOf(ConditionalCheckFailedException.class);

        assertThat(store.read("order-1", 0)).containsExactly("1 placed", "2 paid");
        assertThat(stator.requests().of("PutItem"))
                .extracting(request -> request.error())
                .containsExactly(null, null, "ConditionalCheckFailedException");
    }

    @Test
    void aHistoryOfMoreThanAMegabyteIsReadPageByPage() {
        for (int i = 0; i < 30; i++) {
            store.append("order-2", i, "x".repeat(50_000));
        }
        stator.requests().clear();

        assertThat(store.read("order-2", 0)).hasSize(30);

        assertThat(stator).requested("Query", 2);
    }
}
