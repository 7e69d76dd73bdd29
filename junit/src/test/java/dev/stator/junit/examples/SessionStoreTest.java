package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.number;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Sessions that end half an hour after the last visit. DynamoDB deletes them some time later; until then nobody may see them. */
@StatorTest(startAt = "2026-03-01T12:00:00Z")
@Table(name = "Sessions", partitionKey = "token", timeToLive = "expires")
class SessionStoreTest {
    record Sessions(DynamoDbClient dynamo, InstantSource clock) {
        private static final Duration LENGTH = Duration.ofMinutes(30);

        void open(String token, String user) {
            dynamo.putItem(put ->
                    put.tableName("Sessions").item(Map.of("token", s(token), "user", s(user), "expires", n(end()))));
        }

        /** The user of a session that has not ended, which is extended by this. */
        Optional<String> visit(String token) {
            Map<String, AttributeValue> item = dynamo.getItem(
                            get -> get.tableName("Sessions").key(Map.of("token", s(token))))
                    .item();
            if (number(item, "expires") <= clock.instant().getEpochSecond()) {
                return Optional.empty();
            }
            try {
                dynamo.updateItem(update -> update.tableName("Sessions")
                        .key(Map.of("token", s(token)))
                        .updateExpression("SET expires = :end")
                        .conditionExpression("attribute_exists(expires)")
                        .expressionAttributeValues(Map.of(":end", n(end()))));
            } catch (ConditionalCheckFailedException e) {
                // It was deleted between the two, and must not come back as half an item.
                return Optional.empty();
            }
            return Optional.of(item.get("user").s());
        }

        private long end() {
            return clock.instant().plus(LENGTH).getEpochSecond();
        }
    }

    @Injected
    private Stator stator;

    private Sessions sessions;

    @BeforeEach
    void open() {
        sessions = new Sessions(stator.dynamoDbClient(), stator.clock());
        sessions.open("t1", "ann");
    }

    @Test
    void aVisitExtendsTheSession() {
        stator.clock().advance(Duration.ofMinutes(29));
        assertThat(sessions.visit("t1")).hasValue("ann");

        stator.clock().advance(Duration.ofMinutes(29));
        assertThat(sessions.visit("t1")).hasValue("ann");
    }

    @Test
    void anExpiredSessionIsDeleted() {
        sessions.open("t2", "ben");
        stator.clock().advance(Duration.ofMinutes(29));
        assertThat(sessions.visit("t2")).hasValue("ben");

        stator.clock().advance(Duration.ofMinutes(2));

        assertThat(sessions.visit("t1")).isEmpty();
        assertThat(stator).table("Sessions").hasItems(1).hasItemWith(Map.of("token", s("t2")));
    }

    @Test
    void oneThatIsStillThereIsNotSeen(DynamoDbClient dynamo) {
        long past = stator.clock().instant().getEpochSecond() - 1;
        dynamo.putItem(
                put -> put.tableName("Sessions").item(Map.of("token", s("old"), "user", s("eve"), "expires", n(past))));

        assertThat(sessions.visit("old")).isEmpty();
        assertThat(stator).table("Sessions").hasItemWith(Map.of("token", s("old")));
    }
}
