package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.CreateTableEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.EnhancedGlobalSecondaryIndex;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;

/** The enhanced client: its beans, its queries, and its version attribute, which makes every write conditional. */
final class EnhancedClientTest extends TargetTest {
    private static final ProvisionedThroughput UNITS = ProvisionedThroughput.builder()
            .readCapacityUnits(5L)
            .writeCapacityUnits(5L)
            .build();

    @SuppressWarnings("NullAway.Init") // set before each invocation of the class
    private DynamoDbTable<Reading> readings;

    @BeforeParameterizedClassInvocation
    void createTables() {
        readings = DynamoDbEnhancedClient.builder()
                .dynamoDbClient(dynamo())
                .build()
                .table(newName(), TableSchema.fromBean(Reading.class));
        readings.createTable(CreateTableEnhancedRequest.builder()
                .provisionedThroughput(UNITS)
                .globalSecondaryIndices(EnhancedGlobalSecondaryIndex.builder()
                        .indexName("by-kind")
                        .projection(ALL)
                        .provisionedThroughput(UNITS)
                        .build())
                .build());
        try (var waiter = dynamo().waiter()) {
            waiter.waitUntilTableExists(table -> table.tableName(readings.tableName()));
        }
    }

    @Test
    void aBeanComesBackAsItWas() {
        Reading reading = new Reading("thermo-1", "2026-08-31T10:00:00Z", "outside", 21.5);
        reading.setTags(List.of("roof", ""));
        reading.setCodes(Set.of(1, 22));
        reading.setLabels(Map.of("room", "attic"));

        readings.putItem(reading);

        Reading stored = Objects.requireNonNull(readings.getItem(keyOf(reading)));
        assertThat(stored).usingRecursiveComparison().ignoringFields("version").isEqualTo(reading);
        assertThat(stored.getVersion()).isEqualTo(1);
    }

    @Test
    void ofTwoWhoChangeTheSameVersionTheSecondIsRefused() {
        Reading reading = new Reading("thermo-2", "2026-08-31T10:00:00Z", "outside", 20);
        readings.putItem(reading);
        Reading first = Objects.requireNonNull(readings.getItem(keyOf(reading)));
        Reading second = Objects.requireNonNull(readings.getItem(keyOf(reading)));

        first.setCelsius(25.0);
        assertThat(readings.updateItem(first).getVersion()).isEqualTo(2);

        second.setCelsius(30.0);
        assertThatThrownBy(() -> readings.updateItem(second)).isInstanceOf(ConditionalCheckFailedException.class);
        assertThat(readings.getItem(keyOf(reading)).getCelsius()).isEqualTo(25.0);
    }

    @Test
    void queriesAndIndexesGiveBeans() {
        for (int hour = 10; hour < 14; hour++) {
            readings.putItem(
                    new Reading("thermo-3", "2026-08-31T" + hour + ":00:00Z", hour < 12 ? "morning" : "noon", hour));
        }

        assertThat(readings.query(QueryConditional.sortBetween(
                                partition ->
                                        partition.partitionValue("thermo-3").sortValue("2026-08-31T11"),
                                partition ->
                                        partition.partitionValue("thermo-3").sortValue("2026-08-31T13")))
                        .items())
                .extracting(Reading::getCelsius)
                .containsExactly(11.0, 12.0);
        assertThat(eventually(
                        () -> readings
                                .index("by-kind")
                                .query(QueryConditional.keyEqualTo(partition -> partition.partitionValue("noon")))
                                .stream()
                                .flatMap(page -> page.items().stream())
                                .toList(),
                        items -> items.size() == 2))
                .extracting(Reading::getCelsius)
                .containsExactlyInAnyOrder(12.0, 13.0);
    }

    @Test
    void aBatchWritesBeans() {
        // Without the version extension, since a batch has no conditions.
        DynamoDbEnhancedClient plain = DynamoDbEnhancedClient.builder()
                .dynamoDbClient(dynamo())
                .extensions(List.of())
                .build();
        DynamoDbTable<Reading> table = plain.table(readings.tableName(), TableSchema.fromBean(Reading.class));
        WriteBatch.Builder<Reading> batch = WriteBatch.builder(Reading.class).mappedTableResource(table);
        for (int i = 0; i < 25; i++) {
            batch.addPutItem(new Reading("thermo-4", "%02d".formatted(i), "batch", i));
        }

        assertThat(plain.batchWriteItem(BatchWriteItemEnhancedRequest.builder()
                                .writeBatches(batch.build())
                                .build())
                        .unprocessedPutItemsForTable(table))
                .isEmpty();

        assertThat(readings.query(QueryConditional.keyEqualTo(partition -> partition.partitionValue("thermo-4")))
                        .items())
                .hasSize(25);
    }

    private static Key keyOf(Reading reading) {
        return Key.builder()
                .partitionValue(reading.getDevice())
                .sortValue(reading.getTime())
                .build();
    }
}
