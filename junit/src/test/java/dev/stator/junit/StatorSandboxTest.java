package dev.stator.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.core.fault.Calls;
import dev.stator.core.fault.Effect;
import dev.stator.core.fault.FaultError;
import dev.stator.core.fault.FaultRule;
import dev.stator.core.fault.Lag;
import dev.stator.core.file.DataFileException;
import dev.stator.storage.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Snapshots, files and faults, as a test in this JVM has them. */
class StatorSandboxTest {
    private final List<Duration> slept = new CopyOnWriteArrayList<>();
    private final Stator stator = Stator.builder().sleeper(slept::add).build();
    private final DynamoDbClient dynamo = stator.dynamoDbClient();

    @BeforeEach
    void createTable() {
        stator.create(Tables.orders());
    }

    @AfterEach
    void close() {
        stator.close();
    }

    @Test
    void theSameClientSeesWhatWasRestored() {
        put(dynamo, 1, "before");
        Snapshot snapshot = stator.snapshot();
        put(dynamo, 1, "after");
        put(dynamo, 2, "after");

        stator.restore(snapshot);

        assertThat(count(dynamo)).isEqualTo(1);
        stator.restore(snapshot);
        assertThat(count(dynamo)).isEqualTo(1);
    }

    @Test
    @Timeout(20)
    void aDelayThatNobodyWaitsForAnyMoreDoesNotHoldUpTheClose() {
        try (Stator slow = Stator.inMemory();
                DynamoDbAsyncClient impatient = slow.dynamoDbAsyncClientBuilder()
                        .overrideConfiguration(override -> override.apiCallTimeout(Duration.ofMillis(200)))
                        .build()) {
            slow.faults().add(FaultRule.when(new Effect.Delay(Duration.ofMinutes(2))));

            assertThatThrownBy(() -> impatient.listTables().join()).hasCauseInstanceOf(ApiCallTimeoutException.class);
        }
    }

    @Test
    void aFaultIsForOneKeyInTheTypesOfTheSdk() {
        FaultRule rule = FaultRule.when(new Effect.Delay(Duration.ofSeconds(1))).key(Stator.key(Tables.key("ann", 2)));
        stator.faults().add(rule.operation("PutItem").calls(Calls.nth(2)));

        put(dynamo, 2, "first");
        put(dynamo, 1, "another");
        assertThat(slept).isEmpty();
        put(dynamo, 2, "second");

        assertThat(slept).containsExactly(Duration.ofSeconds(1));
        assertThatThrownBy(() -> Stator.key(Map.of("done", AttributeValue.fromBool(true))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aForkHasItsOwnClientsAndTheSameClock() {
        put(dynamo, 1, "common");
        try (Stator fork = stator.fork()) {
            put(fork.dynamoDbClient(), 2, "fork");
            stator.clock().advance(Duration.ofDays(1));

            assertThat(count(dynamo)).isEqualTo(1);
            assertThat(count(fork.dynamoDbClient())).isEqualTo(2);
            assertThat(fork.clock()).isSameAs(stator.clock());
        }
        put(dynamo, 3, "still open");
    }

    @Test
    void aFileIsSavedAndLoaded(@TempDir Path folder) throws Exception {
        put(dynamo, 1, "saved");
        Path file = folder.resolve("orders.jsonl");
        stator.save(file);

        try (Stator other = Stator.inMemory()) {
            other.load(file);
            assertThat(count(other.dynamoDbClient())).isEqualTo(1);
        }
        Files.writeString(file, "{\"Item\":{}}\n", StandardOpenOption.APPEND);
        try (Stator other = Stator.inMemory()) {
            assertThatThrownBy(() -> other.load(file))
                    .isInstanceOf(DataFileException.class)
                    .hasMessageStartingWith("line 3: ");
        }
    }

    @Test
    void aThrottleIsTriedAgainAndRecorded() {
        stator.faults()
                .add(FaultRule.when(new Effect.Fail(new FaultError(FaultError.Kind.ThrottlingException)))
                        .operation("PutItem")
                        .calls(Calls.first(1)));

        put(dynamo, 1, "open");

        assertThat(stator.requests().of("PutItem"))
                .extracting(RecordedRequest::error)
                .containsExactly("ThrottlingException", null);
    }

    @Test
    void anAnswerIsLostAndTheRetryMeetsItsOwnWrite() {
        stator.faults()
                .add(FaultRule.when(Effect.Drop.AFTER).operation("PutItem").calls(Calls.first(1)));

        assertThatThrownBy(() -> dynamo.putItem(put -> put.tableName("Orders")
                        .item(Tables.order("ann", 1, "open"))
                        .conditionExpression("attribute_not_exists(customer)")))
                .isInstanceOf(ConditionalCheckFailedException.class);

        assertThat(stator.requests().of("PutItem"))
                .extracting(RecordedRequest::error)
                .containsExactly("no answer", "ConditionalCheckFailedException");
    }

    @Test
    void theAsynchronousClientTriesAgainToo() {
        stator.faults()
                .add(FaultRule.when(Effect.Drop.BEFORE).operation("PutItem").calls(Calls.first(2)));

        stator.dynamoDbAsyncClient()
                .putItem(put -> put.tableName("Orders").item(Tables.order("ann", 1, "open")))
                .join();

        assertThat(stator.requests().of("PutItem")).hasSize(3);
        assertThat(count(dynamo)).isEqualTo(1);
    }

    @Test
    void aDelayPassesAsTheTestWants() {
        stator.faults()
                .add(FaultRule.when(new Effect.Delay(Duration.ofMinutes(5))).operation("PutItem"));

        put(dynamo, 1, "open");

        assertThat(slept).containsExactly(Duration.ofMinutes(5));
    }

    @Test
    void anEventualReadIsStaleUntilTheClockHasMoved() {
        stator.faults().add(FaultRule.when(new Effect.StaleRead(new Lag.Time(Duration.ofHours(1)))));
        put(dynamo, 1, "open");

        assertThat(count(dynamo)).isZero();
        stator.clock().advance(Duration.ofHours(1));
        assertThat(count(dynamo)).isEqualTo(1);
    }

    private static void put(DynamoDbClient client, int number, String state) {
        client.putItem(put -> put.tableName("Orders").item(Tables.order("ann", number, state)));
    }

    private static int count(DynamoDbClient client) {
        return client.scan(scan -> scan.tableName("Orders")).count();
    }
}
