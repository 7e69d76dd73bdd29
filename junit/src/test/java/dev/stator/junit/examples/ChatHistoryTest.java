package dev.stator.junit.examples;

import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Injected;
import dev.stator.junit.StatorClock;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** A chat shows its last messages, newest first, and how many came since somebody last looked. */
@StatorTest(startAt = "2026-03-01T12:00:00Z")
@Table(name = "Messages", partitionKey = "room", sortKey = "at")
@Table(name = "Visits", partitionKey = "visitor", sortKey = "room")
class ChatHistoryTest {
    record Chat(DynamoDbClient dynamo, InstantSource clock) {
        void say(String room, String author, String text) {
            // The author makes two messages of the same millisecond two items.
            dynamo.putItem(put -> put.tableName("Messages")
                    .item(Map.of(
                            "room", s(room),
                            "at", s(clock.instant() + "#" + author),
                            "text", s(author + ": " + text))));
        }

        List<String> latest(String room, int count) {
            return dynamo
                    .query(query -> query.tableName("Messages")
                            .keyConditionExpression("room = :room")
                            .expressionAttributeValues(Map.of(":room", s(room)))
                            .scanIndexForward(false)
                            .limit(count))
                    .items()
                    .stream()
                    .map(item -> item.get("text").s())
                    .toList();
        }

        /** How many messages came since the visitor's last visit, which this is the next of. */
        int visit(String visitor, String room) {
            Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> before = dynamo.updateItem(
                            update -> update.tableName("Visits")
                                    .key(Map.of("visitor", s(visitor), "room", s(room)))
                                    .updateExpression("SET seen = :now ADD visits :one")
                                    .expressionAttributeValues(
                                            Map.of(":now", s(clock.instant().toString()), ":one", n(1)))
                                    .returnValues(ReturnValue.UPDATED_OLD))
                    .attributes();
            return dynamo.query(query -> query.tableName("Messages")
                            .keyConditionExpression("room = :room AND #at > :seen")
                            .expressionAttributeNames(Map.of("#at", "at"))
                            .expressionAttributeValues(
                                    Map.of(":room", s(room), ":seen", before.getOrDefault("seen", s("0"))))
                            .select(Select.COUNT))
                    .count();
        }
    }

    @Injected
    private StatorClock clock;

    private Chat chat;

    @BeforeEach
    void enter(DynamoDbClient dynamo) {
        chat = new Chat(dynamo, clock);
    }

    @Test
    void theNewestIsFirst() {
        for (String text : List.of("one", "two", "three")) {
            chat.say("lobby", "ann", text);
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(chat.latest("lobby", 2)).containsExactly("ann: three", "ann: two");
    }

    @Test
    void messagesOfTheSameMomentAreAllKept() {
        chat.say("lobby", "ann", "hello");
        chat.say("lobby", "ben", "hello");

        assertThat(chat.latest("lobby", 10)).containsExactly("ben: hello", "ann: hello");
    }

    @Test
    void aVisitCountsWhatCameSinceTheLast() {
        chat.say("lobby", "ann", "early");
        clock.advance(Duration.ofMinutes(1));
        assertThat(chat.visit("ben", "lobby")).isEqualTo(1);

        clock.advance(Duration.ofMinutes(1));
        chat.say("lobby", "ann", "late");
        chat.say("lobby", "cem", "later");
        clock.advance(Duration.ofMinutes(1));

        assertThat(chat.visit("ben", "lobby")).isEqualTo(2);
        clock.advance(Duration.ofMinutes(1));
        assertThat(chat.visit("ben", "lobby")).isZero();
    }
}
