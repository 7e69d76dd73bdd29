package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** The life of a table, from CreateTable to the waiter that sees it gone. */
final class TablesTest extends TargetTest {
    @Test
    void keysMayBeStringsNumbersAndBinaries() {
        String table = createTable(
                create -> create.attributeDefinitions(number("n"), binary("b")).keySchema(hash("n"), range("b")));
        Map<String, AttributeValue> item = Map.of(
                "n", fromN("-1.5"),
                "b", fromB(SdkBytes.fromByteArray(new byte[] {0, (byte) 0xff})),
                "v", fromS("found"));
        put(table, item);

        assertThat(get(table, Map.of("n", fromN("-1.50"), "b", fromB(SdkBytes.fromByteArray(new byte[] {0, -1})))))
                .isEqualTo(item);
    }

    @Test
    void aDescriptionTellsWhatWasCreated() {
        String name =
                createTable(table -> table.attributeDefinitions(string("p"), string("s"), string("t"), number("g"))
                        .keySchema(hash("p"), range("s"))
                        .localSecondaryIndexes(local("by-t", KEYS_ONLY, hash("p"), range("t")))
                        .globalSecondaryIndexes(global("by-g", including("x", "y"), hash("g"), range("t"))));

        TableDescription table = describe(name);

        assertThat(table.tableStatus()).isEqualTo(TableStatus.ACTIVE);
        assertThat(table.tableArn()).matches("arn:aws:dynamodb:[a-z0-9-]+:\\d{12}:table/" + name);
        assertThat(table.tableId()).isNotBlank();
        assertThat(table.creationDateTime()).isNotNull();
        assertThat(table.keySchema()).containsExactly(hash("p"), range("s"));
        assertThat(table.attributeDefinitions())
                .containsExactlyInAnyOrder(string("p"), string("s"), string("t"), number("g"));
        assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(table.localSecondaryIndexes()).singleElement().satisfies(index -> {
            assertThat(index.indexName()).isEqualTo("by-t");
            assertThat(index.indexArn()).isEqualTo(table.tableArn() + "/index/by-t");
            assertThat(index.projection().projectionType()).isEqualTo(ProjectionType.KEYS_ONLY);
        });
        assertThat(table.globalSecondaryIndexes()).singleElement().satisfies(index -> {
            assertThat(index.keySchema()).containsExactly(hash("g"), range("t"));
            assertThat(index.indexStatus()).isEqualTo(IndexStatus.ACTIVE);
            assertThat(index.projection().nonKeyAttributes()).containsExactlyInAnyOrder("x", "y");
        });
    }

    @Test
    void aNameIsTakenUntilTheTableIsGone() {
        String name = createHashTable();

        assertThatThrownBy(() -> dynamo().createTable(table -> table.tableName(name)
                        .attributeDefinitions(string("p"))
                        .keySchema(hash("p"))
                        .billingMode(BillingMode.PAY_PER_REQUEST)))
                .isInstanceOf(ResourceInUseException.class)
                .hasMessageContaining("Table already exists: " + name);

        assertThat(dynamo().deleteTable(table -> table.tableName(name))
                        .tableDescription()
                        .tableStatus())
                .isEqualTo(TableStatus.DELETING);
        try (var waiter = dynamo().waiter()) {
            assertThat(waiter.waitUntilTableNotExists(table -> table.tableName(name))
                            .matched()
                            .exception())
                    .containsInstanceOf(ResourceNotFoundException.class);
        }
        assertThatThrownBy(() -> dynamo().getItem(get -> get.tableName(name).key(key("a"))))
                .isInstanceOf(ResourceNotFoundException.class)
                .hasMessageContaining("Requested resource not found");
    }

    @Test
    void aTableOfTheSameNameStartsEmpty() {
        String name = createHashTable();
        put(name, key("old"));
        dynamo().deleteTable(table -> table.tableName(name));
        try (var waiter = dynamo().waiter()) {
            waiter.waitUntilTableNotExists(table -> table.tableName(name));
            dynamo().createTable(table -> table.tableName(name)
                    .attributeDefinitions(string("p"))
                    .keySchema(hash("p"))
                    .billingMode(BillingMode.PAY_PER_REQUEST));
            waiter.waitUntilTableExists(table -> table.tableName(name));
        }

        assertThat(dynamo().scan(scan -> scan.tableName(name)).items()).isEmpty();
    }

    @Test
    void anArnIsAcceptedInPlaceOfTheName() {
        String name = createHashTable();
        String arn = describe(name).tableArn();
        Map<String, AttributeValue> item = Map.of("p", fromS("arn"), "a", fromS("1"));

        put(arn, item);

        assertThat(get(arn, key("arn"))).isEqualTo(item);
        assertThat(get(name, key("arn"))).isEqualTo(item);
        assertThat(dynamo().query(query -> query.tableName(arn)
                                .keyConditionExpression("p = :p")
                                .expressionAttributeValues(Map.of(":p", fromS("arn"))))
                        .items())
                .containsExactly(item);
        assertThat(dynamo().scan(scan -> scan.tableName(arn)).items()).containsExactly(item);
        assertThat(describe(arn).tableName()).isEqualTo(name);
    }

    @Test
    void listTablesPagesThroughAllNamesInOrder() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            names.add(createHashTable());
        }

        List<String> listed = new ArrayList<>();
        dynamo().listTablesPaginator(list -> list.limit(2)).tableNames().forEach(listed::add);

        assertThat(listed).containsAll(names).doesNotHaveDuplicates().isSorted();
        assertThat(dynamo().listTables(list -> list.limit(2)).tableNames()).hasSize(2);
    }

    @Test
    void throughputAndBillingModeChange() {
        String name = createTable(table -> table.attributeDefinitions(string("p"))
                .keySchema(hash("p"))
                .billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(units -> units.readCapacityUnits(1L).writeCapacityUnits(1L)));

        dynamo().updateTable(table -> table.tableName(name)
                .provisionedThroughput(units -> units.readCapacityUnits(3L).writeCapacityUnits(2L)));
        try (var waiter = dynamo().waiter()) {
            waiter.waitUntilTableExists(table -> table.tableName(name));
        }
        assertThat(describe(name).provisionedThroughput().readCapacityUnits()).isEqualTo(3);
        assertThat(describe(name).provisionedThroughput().writeCapacityUnits()).isEqualTo(2);

        dynamo().updateTable(table -> table.tableName(name).billingMode(BillingMode.PAY_PER_REQUEST));
        try (var waiter = dynamo().waiter()) {
            waiter.waitUntilTableExists(table -> table.tableName(name));
        }
        TableDescription onDemand = describe(name);
        assertThat(onDemand.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(onDemand.billingModeSummary().lastUpdateToPayPerRequestDateTime())
                .isNotNull();
        assertThat(onDemand.provisionedThroughput().readCapacityUnits()).isZero();
    }

    @Test
    void aProtectedTableIsNotDeleted() {
        String name = createTable(table ->
                table.attributeDefinitions(string("p")).keySchema(hash("p")).deletionProtectionEnabled(true));

        assertThatThrownBy(() -> dynamo().deleteTable(table -> table.tableName(name)))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining(
                        "Resource cannot be deleted as it is currently protected against deletion. Disable"
                                + " deletion protection first.");

        dynamo().updateTable(table -> table.tableName(name).deletionProtectionEnabled(false));
        try (var waiter = dynamo().waiter()) {
            waiter.waitUntilTableExists(table -> table.tableName(name));
        }
        assertThat(describe(name).deletionProtectionEnabled()).isFalse();
    }

    @Test
    void aMapCannotBeAKey() {
        assertThatThrownBy(() -> dynamo().createTable(table -> table.tableName(newName())
                        .attributeDefinitions(AttributeDefinition.builder()
                                .attributeName("p")
                                .attributeType("M")
                                .build())
                        .keySchema(hash("p"))
                        .billingMode(BillingMode.PAY_PER_REQUEST)))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("Member must satisfy enum value set: [B, N, S]");
    }

    @Test
    void theLimitsOfTheAccountAreTold() {
        DescribeLimitsResponse limits = dynamo().describeLimits();

        assertThat(limits.accountMaxReadCapacityUnits()).isPositive();
        assertThat(limits.accountMaxWriteCapacityUnits()).isPositive();
        assertThat(limits.tableMaxReadCapacityUnits()).isBetween(1L, limits.accountMaxReadCapacityUnits());
        assertThat(limits.tableMaxWriteCapacityUnits()).isBetween(1L, limits.accountMaxWriteCapacityUnits());
    }

    private TableDescription describe(String name) {
        return dynamo().describeTable(table -> table.tableName(name)).table();
    }
}
