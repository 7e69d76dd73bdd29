package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.stator.core.Database;
import dev.stator.core.Options;
import dev.stator.server.HttpLimits;
import dev.stator.server.HttpServer;
import dev.stator.storage.memory.MemoryEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * What clients make of throughput that is enforced. The server is this test's own, with a clock that stands still until the
 * test, or the number of attempts, moves it.
 */
class ThrottlingTest {
    private static final int PATIENCE = 3;

    private final AtomicInteger attempts = new AtomicInteger();
    private volatile Instant now = Instant.parse("2026-01-02T03:04:05Z");
    private final Database database =
            Database.open(new MemoryEngine(), (InstantSource) () -> now, Options.DEFAULTS.withEnforceThroughput(true));
    private final HttpServer server = bind();
    private final DynamoDbClient client = builder().build();

    private static HttpServer bind() {
        try {
            return HttpServer.bind(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    HttpLimits.forHeap(Runtime.getRuntime().maxMemory()),
                    InstantSource.system());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DynamoDbClientBuilder builder() {
        return DynamoDbClient.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .endpointOverride(
                        URI.create("http://127.0.0.1:" + server.address().getPort()))
                .region(Region.EU_WEST_2)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")));
    }

    @BeforeEach
    void start() {
        server.start(database);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        database.close();
    }

    private void createTable(UnaryOperator<CreateTableRequest.Builder> throughput) {
        CreateTableRequest.Builder table = CreateTableRequest.builder()
                .tableName("throttled")
                .attributeDefinitions(TargetTest.string("p"))
                .keySchema(TargetTest.hash("p"));
        client.createTable(throughput.apply(table).build());
    }

    private static Map<String, AttributeValue> item(String p, int kilobytes) {
        return Map.of("p", fromS(p), "v", fromS("v".repeat(1024 * (kilobytes - 1))));
    }

    /** Lets an hour pass once a request has been sent several times. */
    private final class Patience implements ExecutionInterceptor {
        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            if (attempts.incrementAndGet() == PATIENCE) {
                now = now.plus(Duration.ofHours(1));
            }
        }
    }

    @Test
    void aClientRepeatsWhatWasRefusedUntilItPasses() {
        createTable(table -> table.billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(units -> units.readCapacityUnits(1L).writeCapacityUnits(1L)));
        client.putItem(put -> put.tableName("throttled").item(item("large", 100)));

        try (DynamoDbClient unchanged = builder()
                .overrideConfiguration(config -> config.addExecutionInterceptor(new Patience()))
                .build()) {
            unchanged.putItem(put -> put.tableName("throttled").item(item("small", 1)));
        }

        assertThat(attempts).hasValue(PATIENCE);
        assertThat(client.getItem(get ->
                                get.tableName("throttled").consistentRead(true).key(Map.of("p", fromS("small"))))
                        .item())
                .isEqualTo(item("small", 1));
    }

    @Test
    void aClientThatDoesNotRepeatIsToldTheReasons() {
        createTable(table -> table.billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(units -> units.readCapacityUnits(1L).writeCapacityUnits(1L)));
        client.putItem(put -> put.tableName("throttled").item(item("large", 100)));
        try (DynamoDbClient impatient = builder()
                .overrideConfiguration(config -> config.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build()) {
            ProvisionedThroughputExceededException refused = catchThrowableOfType(
                    ProvisionedThroughputExceededException.class,
                    () -> impatient.putItem(put -> put.tableName("throttled").item(item("small", 1))));

            assertThat(refused.throttlingReasons())
                    .containsExactly(ThrottlingReason.builder()
                            .reason("TableWriteProvisionedThroughputExceeded")
                            .resource("arn:aws:dynamodb:eu-west-2:000000000000:table/throttled")
                            .build());
        }
    }

    @Test
    void aMaximumOfAnOnDemandTableIsAThrottlingException() {
        createTable(table -> table.billingMode(BillingMode.PAY_PER_REQUEST)
                .onDemandThroughput(maxima -> maxima.maxWriteRequestUnits(1L)));
        client.putItem(put -> put.tableName("throttled").item(item("large", 100)));
        try (DynamoDbClient impatient = builder()
                .overrideConfiguration(config -> config.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build()) {
            ThrottlingException refused = catchThrowableOfType(
                    ThrottlingException.class,
                    () -> impatient.putItem(put -> put.tableName("throttled").item(item("small", 1))));

            assertThat(refused.throttlingReasons())
                    .extracting(ThrottlingReason::reason)
                    .containsExactly("TableWriteMaxOnDemandThroughputExceeded");
        }
    }

    @Test
    void trap37ABatchThatIsThrottledInPartIsAnsweredWithTheRest() {
        createTable(table -> table.billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(units -> units.readCapacityUnits(1L).writeCapacityUnits(2L)));
        BatchWriteItemResponse answer = client.batchWriteItem(batch -> batch.requestItems(Map.of(
                "throttled",
                IntStream.range(0, 5)
                        .mapToObj(i -> WriteRequest.builder()
                                .putRequest(put -> put.item(item("p" + i, 1)))
                                .build())
                        .toList())));
        assertThat(TargetTest.at(answer.unprocessedItems(), "throttled"))
                .extracting(
                        write -> TargetTest.at(write.putRequest().item(), "p").s())
                .containsExactly("p2", "p3", "p4");
    }
}
