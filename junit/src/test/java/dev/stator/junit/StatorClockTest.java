package dev.stator.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.schema.TableBlueprint;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

class StatorClockTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void aFixedClockStandsUntilItIsMoved() {
        StatorClock clock = StatorClock.fixed(NOON);
        assertThat(clock.instant()).isEqualTo(NOON);

        clock.advance(Duration.ofHours(1));
        assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(3600));

        clock.set(NOON.minusSeconds(5));
        assertThat(clock.instant()).isEqualTo(NOON.minusSeconds(5));
    }

    @Test
    void anOffsetClockGoesWithTheMachine() {
        StatorClock clock = StatorClock.offset(Duration.ofDays(-365));
        Instant before = InstantSource.system().instant();

        Instant shown = clock.instant();

        assertThat(shown.plus(Duration.ofDays(365)))
                .isBetween(before, InstantSource.system().instant());
    }

    @Test
    void aTickingClockIsLaterAtEachReading() {
        StatorClock clock = StatorClock.ticking(NOON, Duration.ofMillis(10));

        assertThat(clock.instant()).isEqualTo(NOON);
        assertThat(clock.instant()).isEqualTo(NOON.plusMillis(10));
        clock.advance(Duration.ofMinutes(1));
        assertThat(clock.instant()).isEqualTo(NOON.plusMillis(60_020));
    }

    @Test
    void timeDoesNotAdvanceBackwards() {
        StatorClock clock = StatorClock.fixed(NOON);

        assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("set goes anywhere");
        assertThatThrownBy(() -> StatorClock.ticking(NOON, Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void codeUnderTestCanHaveItAsAClock() {
        StatorClock clock = StatorClock.fixed(NOON);

        assertThat(clock.withZone(ZoneOffset.UTC).instant()).isEqualTo(NOON);
    }

    @Test
    void creationTimesAreThoseOfTheClock() {
        try (Stator stator = Stator.builder().clock(StatorClock.fixed(NOON)).build()) {
            stator.create(Tables.orders());

            assertThat(stator.dynamoDbClient()
                            .describeTable(describe -> describe.tableName("Orders"))
                            .table()
                            .creationDateTime())
                    .isEqualTo(NOON);
        }
    }

    @Test
    void aRequestTokenIsForgottenAfterTenMinutesOfTheClock() {
        try (Stator stator = Stator.builder().clock(StatorClock.fixed(NOON)).build()) {
            stator.create(Tables.orders());
            DynamoDbClient dynamo = stator.dynamoDbClient();
            dynamo.transactWriteItems(increment("1"));

            dynamo.transactWriteItems(increment("1"));
            assertThat(total(stator)).as("the repetition is known").isEqualTo("1");
            assertThatThrownBy(() -> dynamo.transactWriteItems(increment("2")))
                    .isInstanceOf(IdempotentParameterMismatchException.class);

            stator.clock().advance(Duration.ofMinutes(10).plusMillis(1));
            dynamo.transactWriteItems(increment("2"));
            assertThat(total(stator)).isEqualTo("3");
        }
    }

    @Test
    void expiredItemsAreGoneWhenTheClockHasMoved() {
        try (Stator stator = Stator.builder().clock(StatorClock.fixed(NOON)).build()) {
            stator.create(TableBlueprint.table("Sessions", "token")
                    .timeToLive("expires")
                    .draw());
            for (int hour = 1; hour <= 100; hour++) {
                String token = "session-" + hour;
                String expires = String.valueOf(NOON.getEpochSecond() + hour * 3600L);
                stator.dynamoDbClient()
                        .putItem(put -> put.tableName("Sessions")
                                .item(Map.of(
                                        "token",
                                        AttributeValue.fromS(token),
                                        "expires",
                                        AttributeValue.fromN(expires))));
            }

            stator.clock().advance(Duration.ofHours(40).plusSeconds(1));
            assertThat(stator.table("Sessions").count()).isEqualTo(60);

            stator.clock().set(NOON.plus(Duration.ofDays(30)));
            assertThat(stator.table("Sessions").count()).isZero();
            assertThat(stator.requests().of("DeleteItem")).isEmpty();
        }
    }

    @Test
    void unitsThatAreEnforcedComeBackWithTheClock() {
        try (Stator stator = Stator.builder()
                        .clock(StatorClock.fixed(NOON))
                        .enforceThroughput()
                        .build();
                DynamoDbClient dynamo = stator.dynamoDbClientBuilder()
                        .overrideConfiguration(
                                configuration -> configuration.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                        .build()) {
            stator.create(Tables.orders());
            dynamo.updateTable(update -> update.tableName("Orders")
                    .billingMode(BillingMode.PROVISIONED)
                    .provisionedThroughput(units -> units.readCapacityUnits(1L).writeCapacityUnits(1L))
                    .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                            .update(index -> index.indexName("by-status")
                                    .provisionedThroughput(
                                            units -> units.readCapacityUnits(1L).writeCapacityUnits(1L)))
                            .build()));
            GetItemRequest read = GetItemRequest.builder()
                    .tableName("Orders")
                    .key(Tables.key("ann", 1))
                    .consistentRead(true)
                    .build();
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            dynamo.getItem(read);
                        }
                    })
                    .isInstanceOf(ProvisionedThroughputExceededException.class);

            stator.clock().advance(Duration.ofSeconds(2));
            assertThat(dynamo.getItem(read).hasItem()).isFalse();
        }
    }

    @Test
    void recordsOfStreamsAreTrimmedAndIteratorsExpire() {
        try (Stator stator = Stator.builder().clock(StatorClock.fixed(NOON)).build()) {
            stator.create(TableBlueprint.table("Orders", "customer").sortKey("number:N").stream("KEYS_ONLY")
                    .draw());
            stator.dynamoDbClient().putItem(put -> put.tableName("Orders").item(Tables.order("ann", 1, "open")));
            List<String> early = StreamReader.beginnings(stator);
            assertThat(StreamReader.read(stator, early)).hasSize(1);

            stator.clock().advance(Duration.ofMinutes(16));
            assertThatThrownBy(() -> StreamReader.read(stator, early)).isInstanceOf(ExpiredIteratorException.class);
            assertThat(StreamReader.read(stator, StreamReader.beginnings(stator)))
                    .hasSize(1);

            stator.clock().advance(Duration.ofHours(24));
            assertThat(StreamReader.read(stator, StreamReader.beginnings(stator)))
                    .isEmpty();
        }
    }

    @Test
    void severalDatabasesFollowOneClock() {
        StatorClock clock = StatorClock.fixed(NOON);
        try (Stator first = Stator.builder().clock(clock).build();
                Stator second = Stator.builder().clock(clock).build()) {
            clock.advance(Duration.ofDays(1));

            assertThat(first.clock().instant())
                    .isEqualTo(second.clock().instant())
                    .isEqualTo(NOON.plusSeconds(86_400));
            assertThat(clock.followers()).isEqualTo(2);
        }
        assertThat(clock.followers()).as("those that are closed").isZero();
    }

    @Test
    void aTimeThatNoDatabaseCanKeepIsRefusedAndTheClockStaysUsable() {
        StatorClock clock = StatorClock.system();
        try (Stator stator = Stator.builder().clock(clock).build()) {
            assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(Long.MAX_VALUE)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the clock goes from 1970 to 9999");
            assertThatThrownBy(() -> clock.set(Instant.MAX)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> clock.set(Instant.EPOCH.minusNanos(1)))
                    .isInstanceOf(IllegalArgumentException.class);

            stator.create(Tables.orders());
            stator.dynamoDbClient().putItem(put -> put.tableName("Orders").item(Tables.order("ann", 1, "open")));
            assertThat(stator.table("Orders").count()).isEqualTo(1);
        }
    }

    private static TransactWriteItemsRequest increment(String by) {
        return TransactWriteItemsRequest.builder()
                .clientRequestToken("token")
                .transactItems(TransactWriteItem.builder()
                        .update(update -> update.tableName("Orders")
                                .key(Tables.key("ann", 1))
                                .updateExpression("ADD amount :by")
                                .expressionAttributeValues(Map.of(":by", AttributeValue.fromN(by))))
                        .build())
                .build();
    }

    private static String total(Stator stator) {
        return Objects.requireNonNull(stator.table("Orders").items().getFirst().get("amount"))
                .n();
    }
}
