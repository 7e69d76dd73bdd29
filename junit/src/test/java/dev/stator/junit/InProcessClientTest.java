package dev.stator.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Unchanged clients of the SDK on the transports of the kit. */
@Timeout(60)
class InProcessClientTest {
    private final Stator stator = Stator.inMemory();
    private final DynamoDbClient dynamo = stator.dynamoDbClient();
    private final DynamoDbAsyncClient async = stator.dynamoDbAsyncClient();

    @BeforeEach
    void createTable() {
        stator.create(Tables.orders());
    }

    @AfterEach
    void close() {
        stator.close();
    }

    @Test
    void whatIsPutIsGot() {
        dynamo.putItem(put -> put.tableName("Orders").item(Tables.order("ann", 1, "open")));

        GetItemResponse got = dynamo.getItem(get -> get.tableName("Orders").key(Tables.key("ann", 1)));

        assertThat(got.item()).isEqualTo(Tables.order("ann", 1, "open"));
    }

    @Test
    void anErrorHasDynamoDbsTypeTextStatusAndRequestId() {
        assertThatThrownBy(() -> dynamo.getItem(get -> get.tableName("None").key(Tables.key("ann", 1))))
                .isInstanceOfSatisfying(ResourceNotFoundException.class, e -> {
                    assertThat(e.awsErrorDetails().errorMessage()).isEqualTo("Requested resource not found");
                    assertThat(e.statusCode()).isEqualTo(400);
                    assertThat(e.requestId()).hasSize(52);
                });
    }

    @Test
    void aResponseHasTheHeadersOfDynamoDb() {
        SdkHttpResponse head = dynamo.listTables().sdkHttpResponse();

        assertThat(head.statusText()).hasValue("OK");
        assertThat(head.firstMatchingHeader("Content-Type")).hasValue("application/x-amz-json-1.0");
        assertThat(head.firstMatchingHeader("x-amz-crc32"))
                .hasValueSatisfying(crc -> assertThat(crc).matches("[0-9]+"));
    }

    @Test
    void theCallerRegionIsThatOfTheDatabase() {
        try (Stator osaka = Stator.builder().region("ap-northeast-3").build()) {
            osaka.create(Tables.orders());

            assertThat(osaka.dynamoDbClient()
                            .describeTable(describe -> describe.tableName("Orders"))
                            .table()
                            .tableArn())
                    .isEqualTo("arn:aws:dynamodb:ap-northeast-3:000000000000:table/Orders");
        }
    }

    @Test
    void aPageOfAMegabyteComesWhole() {
        for (int i = 0; i < 5; i++) {
            Map<String, AttributeValue> large = Map.of(
                    "customer", AttributeValue.fromS("ann"),
                    "number", AttributeValue.fromN(String.valueOf(i)),
                    "text", AttributeValue.fromS(String.valueOf(i).repeat(300_000)));
            dynamo.putItem(put -> put.tableName("Orders").item(large));
        }

        assertThat(dynamo.scanPaginator(scan -> scan.tableName("Orders")).stream()
                        .map(page -> page.items().size()))
                .containsExactly(4, 1);
        assertThat(stator.table("Orders").count()).isEqualTo(5);
    }

    @Test
    void aRequestOfMoreThan16MegabytesIsRefusedAsOverHttp() {
        Map<String, AttributeValue> item = Map.of(
                "customer", AttributeValue.fromS("ann"),
                "number", AttributeValue.fromN("1"),
                "text", AttributeValue.fromS("x".repeat(17 * 1024 * 1024)));

        assertThatThrownBy(() -> dynamo.putItem(put -> put.tableName("Orders").item(item)))
                .isInstanceOfSatisfying(
                        DynamoDbException.class, e -> assertThat(e.statusCode()).isEqualTo(413));
    }

    @Test
    void asynchronousRequestsAreAnsweredAllOfThem() {
        List<CompletableFuture<?>> puts = IntStream.range(0, 500)
                .<CompletableFuture<?>>mapToObj(
                        i -> async.putItem(put -> put.tableName("Orders").item(Tables.order("ann", i, "open"))))
                .toList();
        CompletableFuture.allOf(puts.toArray(CompletableFuture[]::new)).join();

        assertThat(async.queryPaginator(query -> query.tableName("Orders")
                                .keyConditionExpression("customer = :c")
                                .expressionAttributeValues(Map.of(":c", AttributeValue.fromS("ann"))))
                        .items())
                .satisfies(items -> {
                    ConcurrentHashMap<AttributeValue, Boolean> numbers = new ConcurrentHashMap<>();
                    items.subscribe(item -> numbers.put(item.get("number"), true))
                            .join();
                    assertThat(numbers).hasSize(500);
                });
    }

    @Test
    void anAsynchronousErrorIsTheSameException() {
        async.putItem(put -> put.tableName("Orders").item(Tables.order("ann", 1, "open")))
                .join();

        assertThatThrownBy(() -> async.putItem(put -> put.tableName("Orders")
                                .item(Tables.order("ann", 1, "paid"))
                                .conditionExpression("attribute_not_exists(customer)"))
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ConditionalCheckFailedException.class);
    }

    @Test
    void aClientOfOnesOwnTalksToTheDatabaseWhateverItsEndpoint() {
        try (DynamoDbClient own = DynamoDbClient.builder()
                .httpClient(stator.httpClient())
                .region(software.amazon.awssdk.regions.Region.US_EAST_1)
                .credentialsProvider(() -> software.amazon.awssdk.auth.credentials.AwsBasicCredentials.create("a", "b"))
                .build()) {
            assertThat(own.listTables().tableNames()).containsExactly("Orders");
        }
    }

    @Test
    void aTimeoutOfTheClientIsUnchanged() {
        try (DynamoDbClient hasty = stator.dynamoDbClientBuilder()
                .overrideConfiguration(configuration -> configuration.apiCallTimeout(Duration.ofSeconds(30)))
                .build()) {
            assertThat(hasty.listTables().tableNames()).containsExactly("Orders");
        }
    }

    @Test
    void afterTheCloseACallFailsAtOnceAndSaysWhy() {
        stator.close();

        assertThatThrownBy(dynamo::listTables).hasStackTraceContaining("was closed");
        assertThatThrownBy(stator::streamsClient).hasMessageContaining("was closed");
    }
}
