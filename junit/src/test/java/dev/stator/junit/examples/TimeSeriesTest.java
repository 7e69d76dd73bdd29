package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Readings by device and day, so that no partition grows without end. Filled once, since the tests only read. */
@StatorTest(isolation = StatorTest.Isolation.PER_CLASS)
@Table(name = "Readings", partitionKey = "deviceDay", sortKey = "at:N")
class TimeSeriesTest {
    private static final Instant START = Instant.parse("2026-02-27T00:00:00Z");

    record Readings(DynamoDbClient dynamo) {
        static String partition(String device, LocalDate day) {
            return device + "#" + day;
        }

        /** The readings of a time span, which may cross midnight: one Query for each day. */
        List<Long> between(String device, Instant from, Instant to) {
            List<Long> readings = new ArrayList<>();
            LocalDate last = LocalDate.ofInstant(to, ZoneOffset.UTC);
            for (LocalDate day = LocalDate.ofInstant(from, ZoneOffset.UTC); !day.isAfter(last); day = day.plusDays(1)) {
                String partition = partition(device, day);
                dynamo.queryPaginator(query -> query.tableName("Readings")
                                .keyConditionExpression("deviceDay = :p AND #at BETWEEN :from AND :to")
                                .expressionAttributeNames(Map.of("#at", "at"))
                                .expressionAttributeValues(Map.of(
                                        ":p", s(partition),
                                        ":from", n(from.getEpochSecond()),
                                        ":to", n(to.getEpochSecond()))))
                        .items()
                        .forEach(item -> readings.add(Attributes.number(item, "value")));
            }
            return readings;
        }
    }

    @BeforeAll
    static void measure(DynamoDbClient dynamo) {
        List<WriteRequest> batch = new ArrayList<>();
        for (int minute = 0; minute < 3 * 24 * 60; minute += 10) {
            Instant at = START.plus(minute, ChronoUnit.MINUTES);
            String partition = Readings.partition("thermo", LocalDate.ofInstant(at, ZoneOffset.UTC));
            long value = minute;
            batch.add(WriteRequest.builder()
                    .putRequest(put -> put.item(
                            Map.of("deviceDay", s(partition), "at", n(at.getEpochSecond()), "value", n(value))))
                    .build());
            if (batch.size() == 24) {
                List<WriteRequest> full = List.copyOf(batch);
                dynamo.batchWriteItem(write -> write.requestItems(Map.of("Readings", full)));
                batch.clear();
            }
        }
    }

    @Test
    void anHourIsOneQuery(Stator stator) {
        List<Long> hour = new Readings(stator.dynamoDbClient())
                .between("thermo", START.plus(1, ChronoUnit.HOURS), START.plus(2, ChronoUnit.HOURS));

        assertThat(hour).containsExactly(60L, 70L, 80L, 90L, 100L, 110L, 120L);
        assertThat(stator).requested("Query", 1).discardedNothing();
    }

    @Test
    void aNightIsTwo(Stator stator) {
        List<Long> night = new Readings(stator.dynamoDbClient())
                .between("thermo", START.plus(23, ChronoUnit.HOURS), START.plus(25, ChronoUnit.HOURS));

        assertThat(night).hasSize(13).isSorted();
        assertThat(stator).requested("Query", 2);
    }

    @Test
    void whatWasNeverMeasuredIsEmpty(Stator stator) {
        assertThat(new Readings(stator.dynamoDbClient())
                        .between("thermo", START.minus(2, ChronoUnit.HOURS), START.minus(1, ChronoUnit.HOURS)))
                .isEmpty();
    }
}
