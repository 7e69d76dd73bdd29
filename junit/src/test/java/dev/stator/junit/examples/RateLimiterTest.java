package dev.stator.junit.examples;

import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.StatorClock;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** So many calls a minute: application and database share one clock, which the test moves from window to window. */
@StatorTest(startAt = "2026-03-01T12:00:30Z")
@Table(name = "Windows", partitionKey = "caller", sortKey = "minute:N")
class RateLimiterTest {
    record RateLimiter(DynamoDbClient dynamo, InstantSource clock, int callsPerMinute) {
        boolean admit(String caller) {
            long minute = clock.instant().getEpochSecond() / 60;
            try {
                dynamo.updateItem(update -> update.tableName("Windows")
                        .key(Map.of("caller", s(caller), "minute", n(minute)))
                        .updateExpression("ADD calls :one SET expires = :expires")
                        .conditionExpression("attribute_not_exists(calls) OR calls < :max")
                        .expressionAttributeValues(
                                Map.of(":one", n(1), ":max", n(callsPerMinute), ":expires", n((minute + 2) * 60))));
                return true;
            } catch (ConditionalCheckFailedException e) {
                return false;
            }
        }
    }

    private RateLimiter limiter;

    @BeforeEach
    void limit(DynamoDbClient dynamo, StatorClock clock) {
        limiter = new RateLimiter(dynamo, clock, 3);
    }

    @Test
    void theFourthCallOfAMinuteIsRefused() {
        assertThat(limiter.admit("ann")).isTrue();
        assertThat(limiter.admit("ann")).isTrue();
        assertThat(limiter.admit("ann")).isTrue();

        assertThat(limiter.admit("ann")).isFalse();
        assertThat(limiter.admit("ben")).as("another caller").isTrue();
    }

    @Test
    void theNextMinuteBeginsAnew(StatorClock clock) {
        for (int i = 0; i < 4; i++) {
            limiter.admit("ann");
        }

        clock.advance(Duration.ofSeconds(29));
        assertThat(limiter.admit("ann")).as("still 12:00").isFalse();

        clock.advance(Duration.ofSeconds(1));
        assertThat(limiter.admit("ann")).as("12:01").isTrue();
    }
}
