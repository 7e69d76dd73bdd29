package dev.stator.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.stator.core.Options;
import dev.stator.core.fault.Calls;
import dev.stator.core.fault.Effect;
import dev.stator.core.fault.FaultError;
import dev.stator.core.fault.FaultError.Kind;
import dev.stator.core.fault.FaultRule;
import dev.stator.core.fault.Lag;
import dev.stator.core.fault.Sleeper;
import dev.stator.core.sandbox.Sandbox;
import dev.stator.core.sandbox.SettableClock;
import dev.stator.server.HttpLimits;
import dev.stator.server.HttpServer;
import dev.stator.storage.memory.MemoryEngine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Every fault as an unchanged AWS SDK meets it, with the attempts that it makes of its own accord. */
final class FaultsTest {
    /** The SDK's own number for DynamoDB in its default (legacy) retry mode: the first attempt and eight more. */
    private static final int ATTEMPTS_MAX = 9;

    private static final String TABLE = "Table";

    private final SettableClock clock = new SettableClock(InstantSource.system());
    private final List<Duration> slept = new ArrayList<>();
    private final AtomicInteger attempts = new AtomicInteger();
    private Sandbox sandbox = sandbox(slept::add);
    private HttpServer server = serve(sandbox);
    private DynamoDbClient client = client(Duration.ofMinutes(1));

    private Sandbox sandbox(Sleeper sleeper) {
        return Sandbox.open(new MemoryEngine(), clock, Options.DEFAULTS, sleeper);
    }

    private static HttpServer serve(Sandbox sandbox) {
        try {
            HttpServer started = HttpServer.bind(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    HttpLimits.forHeap(1L << 28),
                    InstantSource.system());
            started.start(sandbox);
            return started;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A client as it comes, but that its retries wait for nothing: their number and their reasons are the SDK's own. */
    private DynamoDbClient client(Duration timeout) {
        DynamoDbClientBuilder builder = DynamoDbClient.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .endpointOverride(
                        URI.create("http://127.0.0.1:" + server.address().getPort()))
                .region(Region.EU_WEST_2)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")));
        RetryStrategy retries;
        try (DynamoDbClient asItComes = builder.build()) {
            retries = asItComes
                    .serviceClientConfiguration()
                    .overrideConfiguration()
                    .retryStrategy()
                    .orElseThrow();
        }
        return builder.overrideConfiguration(configuration -> configuration
                        .apiCallTimeout(timeout)
                        .retryStrategy(retries.toBuilder()
                                .backoffStrategy(BackoffStrategy.retryImmediately())
                                .throttlingBackoffStrategy(BackoffStrategy.retryImmediately())
                                .build())
                        .addExecutionInterceptor(new ExecutionInterceptor() {
                            @Override
                            public void beforeTransmission(
                                    Context.BeforeTransmission context, ExecutionAttributes attributes) {
                                attempts.incrementAndGet();
                            }
                        }))
                .build();
    }

    @BeforeEach
    void createTable() {
        GlobalSecondaryIndex index = GlobalSecondaryIndex.builder()
                .indexName("Index")
                .keySchema(hash("g"))
                .projection(projection -> projection.projectionType(ProjectionType.ALL))
                .build();
        client.createTable(table -> table.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(string("p"), string("g"))
                .keySchema(hash("p"))
                .globalSecondaryIndexes(index));
        attempts.set(0);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        sandbox.close();
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "ThrottlingException",
                "ProvisionedThroughputExceededException",
                "RequestLimitExceeded",
                "InternalServerError"
            })
    void whatPassesIsTriedAgainUntilItDoes(Kind kind) {
        sandbox.faults().add(fail(kind).calls(Calls.first(2)));

        put("a", "1");

        assertThat(attempts).hasValue(3);
        assertThat(value("a", true)).isEqualTo("1");
    }

    @Test
    void aThrottleThatLastsIsToldWithReasonAndResourceAfterAllAttempts() {
        sandbox.faults().add(fail(Kind.ProvisionedThroughputExceededException));

        assertThatThrownBy(() -> put("a", "1"))
                .isInstanceOfSatisfying(
                        ProvisionedThroughputExceededException.class,
                        e -> assertThat(e.throttlingReasons()).singleElement().satisfies(reason -> {
                            assertThat(reason.reason()).isEqualTo("TableWriteProvisionedThroughputExceeded");
                            assertThat(reason.resource()).endsWith(":table/" + TABLE);
                        }));
        assertThat(attempts).hasValue(ATTEMPTS_MAX);
        assertThat(sandbox.faults().fired()).hasSize(ATTEMPTS_MAX);
    }

    @Test
    void theOtherErrorsHaveTheirOwnTypes() {
        sandbox.faults().add(fail(Kind.ThrottlingException).operation("GetItem"));
        sandbox.faults().add(fail(Kind.RequestLimitExceeded).operation("Scan"));
        sandbox.faults().add(fail(Kind.InternalServerError).operation("Query"));

        assertThatThrownBy(() -> value("a", true))
                .isInstanceOfSatisfying(
                        ThrottlingException.class,
                        e -> assertThat(e.throttlingReasons().getFirst().reason())
                                .isEqualTo("TableReadKeyRangeThroughputExceeded"));
        assertThatThrownBy(() -> client.scan(scan -> scan.tableName(TABLE)))
                .isInstanceOf(RequestLimitExceededException.class);
        assertThatThrownBy(() -> indexed("g")).isInstanceOf(InternalServerErrorException.class);
        assertThat(attempts).hasValue(3 * ATTEMPTS_MAX);
    }

    @Test
    void conflictsAreToldAtOnce() {
        sandbox.faults()
                .add(fail(Kind.TransactionConflictException)
                        .operation("PutItem")
                        .calls(Calls.first(1)));
        sandbox.faults()
                .add(FaultRule.when(new Effect.Fail(
                        new FaultError(Kind.TransactionCanceledException, List.of("None", "TransactionConflict")))));

        List<TransactWriteItem> actions = List.of(actionOf("a"), actionOf("b"));
        assertThatThrownBy(() -> client.transactWriteItems(transaction -> transaction.transactItems(actions)))
                .isInstanceOfSatisfying(
                        TransactionCanceledException.class,
                        e -> assertThat(e.cancellationReasons())
                                .extracting(CancellationReason::code)
                                .containsExactly("None", "TransactionConflict"));
        assertThat(attempts).hasValue(1);
        sandbox.faults().remove(2);

        attempts.set(0);
        assertThatThrownBy(() -> put("a", "1")).isInstanceOf(TransactionConflictException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void aBatchIsPartlyUnprocessedAndTheLoopOfTheCallerFinishesIt() {
        sandbox.faults().add(FaultRule.when(new Effect.LeaveUnprocessed(2)).calls(Calls.first(1)));
        Map<String, List<WriteRequest>> rest = Map.of(TABLE, List.of(writeOf("a"), writeOf("b"), writeOf("c")));

        int requests = 0;
        while (!rest.isEmpty()) {
            Map<String, List<WriteRequest>> now = rest;
            BatchWriteItemResponse answer = client.batchWriteItem(batch -> batch.requestItems(now));
            rest = answer.unprocessedItems();
            requests++;
        }

        assertThat(requests).isEqualTo(2);
        assertThat(attempts).hasValue(2);
        assertThat(client.scan(scan -> scan.tableName(TABLE)).count()).isEqualTo(3);
    }

    @Test
    void keysAreUnprocessedInAnAnswerThatIsASuccess() {
        put("a", "1");
        put("b", "2");
        sandbox.faults().add(FaultRule.when(new Effect.LeaveUnprocessed(1)));

        BatchGetItemResponse answer = client.batchGetItem(batch -> batch.requestItems(Map.of(
                TABLE,
                KeysAndAttributes.builder()
                        .keys(List.of(key("a"), key("b")))
                        .consistentRead(true)
                        .build())));

        assertThat(answer.responses().get(TABLE)).hasSize(1);
        KeysAndAttributes rest = requireNonNull(answer.unprocessedKeys().get(TABLE));
        assertThat(rest.keys()).containsExactly(key("b"));
        assertThat(rest.consistentRead()).isTrue();
    }

    @Test
    void anAnswerLostAfterTheCommitMakesTheRetryMeetItsOwnWrite() {
        sandbox.faults()
                .add(FaultRule.when(Effect.Drop.AFTER).operation("PutItem").calls(Calls.first(1)));

        assertThatThrownBy(() -> client.putItem(request("a", "1").toBuilder()
                        .conditionExpression("attribute_not_exists(p)")
                        .build()))
                .isInstanceOf(ConditionalCheckFailedException.class);

        assertThat(attempts).hasValue(2);
        assertThat(value("a", true)).isEqualTo("1");
    }

    @Test
    void aRequestLostBeforeTheCommitIsTriedAgainAsIfNothingHadBeen() {
        sandbox.faults()
                .add(FaultRule.when(Effect.Drop.BEFORE).operation("PutItem").calls(Calls.first(1)));

        client.putItem(request("a", "1").toBuilder()
                .conditionExpression("attribute_not_exists(p)")
                .build());

        assertThat(attempts).hasValue(2);
    }

    @Test
    void aConnectionThatIsAlwaysDroppedIsAFailureOfTheClient() {
        sandbox.faults().add(FaultRule.when(Effect.Drop.BEFORE));

        assertThatThrownBy(() -> put("a", "1"))
                .isInstanceOf(SdkClientException.class)
                .isNotInstanceOf(DynamoDbException.class);
        assertThat(attempts).hasValue(ATTEMPTS_MAX);
    }

    @Test
    void aSlowAnswerIsWaitedFor() {
        sandbox.faults()
                .add(FaultRule.when(new Effect.Delay(Duration.ofSeconds(30))).calls(Calls.first(1)));

        put("a", "1");

        assertThat(slept).containsExactly(Duration.ofSeconds(30));
        assertThat(attempts).hasValue(1);
    }

    @Test
    void anAnswerTooSlowForTheClientTimesOut() {
        close();
        sandbox = sandbox(Sleeper.REAL);
        server = serve(sandbox);
        client = client(Duration.ofMinutes(1));
        createTable();
        sandbox.faults()
                .add(FaultRule.when(new Effect.Delay(Duration.ofSeconds(20))).operation("PutItem"));

        try (DynamoDbClient impatient = client(Duration.ofMillis(300))) {
            assertThatThrownBy(() -> impatient.putItem(request("a", "1"))).isInstanceOf(ApiCallTimeoutException.class);
        }
    }

    @Test
    void anEventualReadIsStaleAndAConsistentOneIsNot() {
        put("a", "old");
        sandbox.faults()
                .add(FaultRule.when(new Effect.StaleRead(new Lag.Commits(1))).calls(Calls.first(1)));
        put("a", "new");

        assertThat(value("a", true)).isEqualTo("new");
        assertThat(value("a", false)).isEqualTo("old");
        assertThat(value("a", false)).isEqualTo("new");
    }

    @Test
    void aGlobalIndexShowsAWriteOnceItsTimeHasCome() {
        sandbox.faults().add(FaultRule.when(new Effect.IndexLag(new Lag.Time(Duration.ofHours(1)))));
        put("a", "1");

        assertThat(indexed("1")).isZero();
        clock.advance(Duration.ofHours(1));
        assertThat(indexed("1")).isEqualTo(1);
    }

    private static AttributeDefinition string(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement hash(String name) {
        return KeySchemaElement.builder()
                .attributeName(name)
                .keyType(KeyType.HASH)
                .build();
    }

    private static FaultRule fail(Kind kind) {
        return FaultRule.when(new Effect.Fail(new FaultError(kind)));
    }

    private void put(String key, String value) {
        client.putItem(request(key, value));
    }

    private static PutItemRequest request(String key, String value) {
        return PutItemRequest.builder().tableName(TABLE).item(item(key, value)).build();
    }

    private static Map<String, AttributeValue> item(String key, String value) {
        return Map.of("p", fromS(key), "g", fromS(value));
    }

    private static Map<String, AttributeValue> key(String key) {
        return Map.of("p", fromS(key));
    }

    private static WriteRequest writeOf(String key) {
        return WriteRequest.builder()
                .putRequest(put -> put.item(item(key, "1")))
                .build();
    }

    private static TransactWriteItem actionOf(String key) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(TABLE).item(item(key, "1")))
                .build();
    }

    private String value(String key, boolean consistent) {
        Map<String, AttributeValue> item = client.getItem(
                        get -> get.tableName(TABLE).key(key(key)).consistentRead(consistent))
                .item();
        return requireNonNull(item.get("g")).s();
    }

    private int indexed(String value) {
        return client.query(query -> query.tableName(TABLE)
                        .indexName("Index")
                        .keyConditionExpression("g = :g")
                        .expressionAttributeValues(Map.of(":g", fromS(value))))
                .count();
    }
}
