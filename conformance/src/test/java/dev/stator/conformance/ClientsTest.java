package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Clients that are configured otherwise: asynchronous, compressing, discovering their endpoint. */
final class ClientsTest extends TargetTest {
    private String table = "";

    @BeforeParameterizedClassInvocation
    void createTables() {
        table = createHashTable();
    }

    @Test
    void theAsynchronousClientHasManyRequestsUnderWay() {
        try (DynamoDbAsyncClient async = target.asyncClient()) {
            List<Map<String, AttributeValue>> items = IntStream.range(0, 200)
                    .mapToObj(i -> Map.of("p", fromS("async-" + i), "n", fromN(Integer.toString(i))))
                    .toList();
            all(items.stream()
                    .map(item -> async.putItem(put -> put.tableName(table).item(item)))
                    .toList());

            List<GetItemResponse> got = all(items.stream()
                    .map(item -> async.getItem(get ->
                            get.tableName(table).key(Map.of("p", item.get("p"))).consistentRead(true)))
                    .toList());

            assertThat(got).extracting(GetItemResponse::item).isEqualTo(items);
            assertThatThrownBy(() -> async.putItem(put -> put.tableName(table)
                                    .item(key("async-1"))
                                    .conditionExpression("attribute_not_exists(p)"))
                            .join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(ConditionalCheckFailedException.class);
        }
    }

    @Test
    void theAsynchronousPaginatorPublishesEveryItem() {
        try (DynamoDbAsyncClient async = target.asyncClient()) {
            String own = createCompositeTable();
            for (int i = 0; i < 10; i++) {
                put(own, key("published", "s" + i));
            }
            ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();

            async.queryPaginator(query -> query.tableName(own)
                            .keyConditionExpression("p = :p")
                            .expressionAttributeValues(Map.of(":p", fromS("published")))
                            .limit(3))
                    .items()
                    .subscribe(item -> seen.add(at(item, "s").s()))
                    .join();

            assertThat(List.copyOf(seen)).hasSize(10).isSorted();
        }
    }

    @Test
    void aCompressedAnswerIsReadAndItsChecksumHolds() {
        Encodings encodings = new Encodings();
        try (DynamoDbClient client = target.clientBuilder()
                .overrideConfiguration(override ->
                        override.putHeader("Accept-Encoding", "gzip").addExecutionInterceptor(encodings))
                .build()) {
            Map<String, AttributeValue> item = Map.of("p", fromS("gzip"), "a", fromS("compressible ".repeat(5000)));
            client.putItem(put -> put.tableName(table).item(item));

            assertThat(client.getItem(
                                    get -> get.tableName(table).key(key("gzip")).consistentRead(true))
                            .item())
                    .isEqualTo(item);
            assertThat(encodings.seen).contains("gzip");
        }
    }

    @Test
    void aClientThatDiscoversItsEndpointWorks() {
        try (DynamoDbClient client =
                target.clientBuilder().endpointDiscoveryEnabled(true).build()) {
            Map<String, AttributeValue> item = Map.of("p", fromS("discovered"), "a", fromS("1"));
            client.putItem(put -> put.tableName(table).item(item));

            assertThat(client.getItem(get -> get.tableName(table).key(key("discovered")))
                            .item())
                    .isEqualTo(item);
        }
    }

    @Test
    void theAnswersToDiscoveryNameAnEndpoint() {
        assertThat(dynamo().describeEndpoints(request -> {}).endpoints())
                .singleElement()
                .satisfies(endpoint -> {
                    assertThat(endpoint.address()).isNotBlank();
                    assertThat(endpoint.cachePeriodInMinutes()).isPositive();
                });
    }

    @Test
    void aMissingTableIsNotRetried() {
        assertThatThrownBy(() -> dynamo().getItem(
                                get -> get.tableName("conformance-none").key(key("a"))))
                .isInstanceOfSatisfying(ResourceNotFoundException.class, missing -> {
                    assertThat(missing.awsErrorDetails().errorMessage()).isEqualTo("Requested resource not found");
                    assertThat(missing.numAttempts()).isEqualTo(1);
                });
    }

    /** DynamoDB: an empty name is measured against the shortest ARN, not name (public suite, May 2026). */
    @Test
    void anEmptyTableNameHasOneViolation() {
        assertThatThrownBy(() -> put("", key("a")))
                .hasMessageStartingWith("1 validation error detected: Value '' at 'tableName' failed to satisfy"
                        + " constraint: Member must have length greater than or equal to 1 (Service:");
    }

    private static <T> List<T> all(List<CompletableFuture<T>> futures) {
        return futures.stream().map(CompletableFuture::join).toList();
    }

    /** Remembers how the answers were encoded on the wire. */
    private static final class Encodings implements ExecutionInterceptor {
        private final ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();

        @Override
        public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
            context.httpResponse().firstMatchingHeader("Content-Encoding").ifPresent(seen::add);
        }
    }
}
