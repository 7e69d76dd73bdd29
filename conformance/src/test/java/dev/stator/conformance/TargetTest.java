package dev.stator.conformance;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * What all tests of this package have: a class runs once for each target, its tables have names of their own and are
 * deleted at the end. The tests of a class share tables and keep to partition keys of their own.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.stator.conformance.Targets#all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TargetTest {
    static final Projection ALL =
            Projection.builder().projectionType(ProjectionType.ALL).build();
    static final Projection KEYS_ONLY =
            Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build();

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final String RUN = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    static final long POLL_MILLIS = 200;

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it before anything else runs
    Target target;

    private final List<String> tables = new ArrayList<>();

    final DynamoDbClient dynamo() {
        return target.client();
    }

    /** A table name that nobody else uses; the table is deleted at the end if there is one by then. */
    final String newName() {
        String name = "conformance-" + RUN + "-" + NAMES.incrementAndGet();
        tables.add(name);
        return name;
    }

    /** Creates a table and waits as an application does. On demand, unless the schema says otherwise. */
    final String createTable(UnaryOperator<CreateTableRequest.Builder> schema) {
        String name = newName();
        CreateTableRequest.Builder request =
                CreateTableRequest.builder().tableName(name).billingMode(BillingMode.PAY_PER_REQUEST);
        dynamo().createTable(schema.apply(request).build());
        try (var waiter = dynamo().waiter()) {
            waiter.waitUntilTableExists(table -> table.tableName(name));
        }
        return name;
    }

    /** A table with the partition key {@code p}. */
    final String createHashTable() {
        return createTable(table -> table.attributeDefinitions(string("p")).keySchema(hash("p")));
    }

    /** A table with the partition key {@code p} and the sort key {@code s}. */
    final String createCompositeTable() {
        return createTable(
                table -> table.attributeDefinitions(string("p"), string("s")).keySchema(hash("p"), range("s")));
    }

    final void put(String table, Map<String, AttributeValue> item) {
        dynamo().putItem(put -> put.tableName(table).item(item));
    }

    /** The item with this partition key, read strongly; empty if there is none. */
    final Map<String, AttributeValue> get(String table, Map<String, AttributeValue> key) {
        return dynamo().getItem(get -> get.tableName(table).key(key).consistentRead(true))
                .item();
    }

    /** Asks until the answer is the expected one or the target's lag has passed, and gives the last answer. */
    final <T> T eventually(Supplier<T> question, Predicate<T> expected) {
        Instant deadline = Instant.now().plus(target.lag());
        T answer = question.get();
        while (!expected.test(answer) && Instant.now().isBefore(deadline)) {
            pause();
            answer = question.get();
        }
        return answer;
    }

    static Map<String, AttributeValue> key(String p) {
        return Map.of("p", fromS(p));
    }

    static Map<String, AttributeValue> key(String p, String s) {
        return Map.of("p", fromS(p), "s", fromS(s));
    }

    /** What the map has at this name; fails the test if there is nothing. */
    static <T> T at(Map<String, T> map, String name) {
        return Objects.requireNonNull(map.get(name), name);
    }

    static AttributeDefinition string(String name) {
        return attribute(name, ScalarAttributeType.S);
    }

    static AttributeDefinition number(String name) {
        return attribute(name, ScalarAttributeType.N);
    }

    static AttributeDefinition binary(String name) {
        return attribute(name, ScalarAttributeType.B);
    }

    static KeySchemaElement hash(String name) {
        return KeySchemaElement.builder()
                .attributeName(name)
                .keyType(KeyType.HASH)
                .build();
    }

    static KeySchemaElement range(String name) {
        return KeySchemaElement.builder()
                .attributeName(name)
                .keyType(KeyType.RANGE)
                .build();
    }

    static Projection including(String... attributes) {
        return Projection.builder()
                .projectionType(ProjectionType.INCLUDE)
                .nonKeyAttributes(attributes)
                .build();
    }

    static LocalSecondaryIndex local(String name, Projection projection, KeySchemaElement... keys) {
        return LocalSecondaryIndex.builder()
                .indexName(name)
                .keySchema(keys)
                .projection(projection)
                .build();
    }

    static GlobalSecondaryIndex global(String name, Projection projection, KeySchemaElement... keys) {
        return GlobalSecondaryIndex.builder()
                .indexName(name)
                .keySchema(keys)
                .projection(projection)
                .build();
    }

    static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @AfterParameterizedClassInvocation
    final void deleteTables() {
        List<String> existing = new ArrayList<>();
        dynamo().listTablesPaginator().tableNames().forEach(existing::add);
        for (String table : tables) {
            if (existing.contains(table)) {
                dynamo().deleteTable(delete -> delete.tableName(table));
            }
        }
    }

    private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }
}
