package dev.stator.junit.examples;

import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.number;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Injected;
import dev.stator.junit.StatorClock;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** A leader for a while: whoever holds the lease may work, a dead holder is replaced, and fencing tokens only grow. */
@StatorTest(startAt = "2026-03-01T12:00:00Z")
@Table(name = "Leases", partitionKey = "name")
class LeaseTest {
    record Lease(DynamoDbClient dynamo, InstantSource clock, String holder) {
        private static final Duration LENGTH = Duration.ofSeconds(30);

        /** Takes or extends the lease, and gives the fencing token, unless somebody else has it. */
        OptionalLong acquire(String name) {
            long now = clock.millis();
            try {
                return OptionalLong.of(number(
                        dynamo.updateItem(update -> update.tableName("Leases")
                                        .key(Map.of("name", s(name)))
                                        .updateExpression("SET holder = :me, ends = :ends ADD #token :one")
                                        .conditionExpression(
                                                "attribute_not_exists(holder) OR holder = :me OR ends <= :now")
                                        .expressionAttributeNames(Map.of("#token", "token"))
                                        .expressionAttributeValues(Map.of(
                                                ":me", s(holder),
                                                ":now", n(now),
                                                ":ends", n(now + LENGTH.toMillis()),
                                                ":one", n(1)))
                                        .returnValues(ReturnValue.UPDATED_NEW))
                                .attributes(),
                        "token"));
            } catch (ConditionalCheckFailedException e) {
                return OptionalLong.empty();
            }
        }
    }

    @Injected
    private DynamoDbClient dynamo;

    @Injected
    private StatorClock clock;

    @Test
    void oneHolderAtATime() {
        assertThat(new Lease(dynamo, clock, "a").acquire("cron")).hasValue(1);

        assertThat(new Lease(dynamo, clock, "b").acquire("cron")).isEmpty();
        assertThat(new Lease(dynamo, clock, "b").acquire("other")).hasValue(1);
    }

    @Test
    void aHolderWhoDoesNotExtendIsReplacedWithALargerToken() {
        Lease a = new Lease(dynamo, clock, "a");
        Lease b = new Lease(dynamo, clock, "b");
        assertThat(a.acquire("cron")).hasValue(1);

        clock.advance(Duration.ofSeconds(29));
        assertThat(b.acquire("cron")).isEmpty();
        assertThat(a.acquire("cron")).as("extended").hasValue(2);

        clock.advance(Duration.ofSeconds(30));
        assertThat(b.acquire("cron")).as("a is dead").hasValue(3);
        assertThat(a.acquire("cron")).as("and comes back too late").isEmpty();
    }
}
