package dev.stator.junit;

import static dev.stator.junit.StatorAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Each assertion once as it holds and once as it fails, with what the failure says. */
class StatorAssertionsTest {
    private final Stator stator = Stator.builder().recordedRequestsMax(10).build();
    private final DynamoDbClient dynamo = stator.dynamoDbClient();

    @BeforeEach
    void fill() {
        stator.create(Tables.orders());
        dynamo.putItem(put -> put.tableName("Orders").item(Tables.order("ann", 1, "open")));
        dynamo.putItem(put -> put.tableName("Orders").item(Tables.order("ann", 2, "paid")));
        stator.requests().clear();
    }

    @AfterEach
    void close() {
        stator.close();
    }

    @Test
    void consumedAtMost() {
        dynamo.getItem(get -> get.tableName("Orders").key(Tables.key("ann", 1)));

        assertThat(stator).consumedAtMost(0.5, 0).consumed(0.5, 0);
        assertThatThrownBy(() -> assertThat(stator).consumedAtMost(0, 0))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("to consume at most 0 RCU and 0 WCU, not 0.5 RCU and 0 WCU")
                .hasMessageContaining("GetItem Orders, 0.5 RCU");
        assertThatThrownBy(() -> assertThat(stator).consumed(1, 0)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(stator).consumed(0.5, 1)).isInstanceOf(AssertionError.class);
    }

    @Test
    void writeUnitsCountByThemselves() {
        dynamo.putItem(put -> put.tableName("Orders").item(Tables.order("ben", 1, "open")));

        assertThat(stator).consumedAtMost(0, 2);
        assertThatThrownBy(() -> assertThat(stator).consumedAtMost(100, 1)).isInstanceOf(AssertionError.class);
    }

    @Test
    void scannedNothing() {
        assertThat(stator).scannedNothing();

        dynamo.scan(scan -> scan.tableName("Orders"));

        assertThatThrownBy(() -> assertThat(stator).scannedNothing())
                .hasMessageContaining("to scan nothing, but there was Scan Orders, 0.5 RCU, 2 of 2 items");
    }

    @Test
    void discardedNothing() {
        dynamo.query(query -> query.tableName("Orders")
                .keyConditionExpression("customer = :c")
                .expressionAttributeValues(Map.of(":c", AttributeValue.fromS("ann"))));
        assertThat(stator).discardedNothing();

        dynamo.query(query -> query.tableName("Orders")
                .keyConditionExpression("customer = :c")
                .filterExpression("#s = :s")
                .expressionAttributeNames(Map.of("#s", "status"))
                .expressionAttributeValues(
                        Map.of(":c", AttributeValue.fromS("ann"), ":s", AttributeValue.fromS("paid"))));

        assertThatThrownBy(() -> assertThat(stator).discardedNothing()).hasMessageContaining("1 of 2 items");
    }

    @Test
    void failedNothing() {
        dynamo.listTables();
        assertThat(stator).failedNothing();

        assertThatThrownBy(() -> dynamo.describeTable(describe -> describe.tableName("None")))
                .isInstanceOf(ResourceNotFoundException.class);

        assertThatThrownBy(() -> assertThat(stator).failedNothing())
                .hasMessageContaining("DescribeTable None, ResourceNotFoundException");
    }

    @Test
    void requested() {
        assertThat(stator).requestedNothing();
        dynamo.listTables();
        dynamo.listTables();

        assertThat(stator).requested("ListTables", 2).requestedOnly("ListTables");
        assertThatThrownBy(() -> assertThat(stator).requested("ListTables", 1)).hasMessageContaining("1 times, not 2");
        assertThatThrownBy(() -> assertThat(stator).requestedOnly("GetItem")).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(stator).requestedNothing()).isInstanceOf(AssertionError.class);
    }

    @Test
    void nothingIsSaidOfALogThatHasDroppedRequests() {
        for (int i = 0; i < 11; i++) {
            dynamo.listTables();
        }

        assertThatThrownBy(() -> assertThat(stator).scannedNothing()).hasMessageContaining("has dropped 1 requests");
    }

    @Test
    void itemsOfATable() {
        Map<String, AttributeValue> open = Map.of("status", AttributeValue.fromS("open"));
        Map<String, AttributeValue> lost = Map.of("status", AttributeValue.fromS("lost"));

        assertThat(stator).table("Orders").hasItems(2).hasItemWith(open).hasNoItemWith(lost);
        assertThat(stator).table("Orders").items().contains(Tables.order("ann", 2, "paid"));
        assertThatThrownBy(() -> assertThat(stator).table("Orders").isEmpty())
                .hasMessageContaining("Expected table Orders to have 0 items, not 2");
        assertThatThrownBy(() -> assertThat(stator).table("Orders").hasItemWith(lost))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(stator).table("Orders").hasNoItemWith(open))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void setsHaveNoOrderAndNumbersNoSpelling() {
        dynamo.updateItem(update -> update.tableName("Orders")
                .key(Tables.key("ann", 1))
                .updateExpression("SET tags = :t, sizes = :s, nested = :m")
                .expressionAttributeValues(Map.of(
                        ":t", AttributeValue.fromSs(List.of("new", "big")),
                        ":s", AttributeValue.fromNs(List.of("3", "20")),
                        ":m", AttributeValue.fromM(Map.of("price", AttributeValue.fromN("1.50"))))));

        assertThat(stator)
                .table("Orders")
                .hasItemWith(Map.of("tags", AttributeValue.fromSs(List.of("new", "big"))))
                .hasItemWith(Map.of("tags", AttributeValue.fromSs(List.of("big", "new"))))
                .hasItemWith(Map.of("sizes", AttributeValue.fromNs(List.of("3", "2E1"))))
                .hasItemWith(Map.of("sizes", AttributeValue.fromNs(List.of("20", "3.0"))))
                .hasItemWith(Map.of("nested", AttributeValue.fromM(Map.of("price", AttributeValue.fromN("1.500")))))
                .hasItemWith(Map.of("number", AttributeValue.fromN("1.0")))
                .hasNoItemWith(Map.of("number", AttributeValue.fromS("1")))
                .hasNoItemWith(Map.of("tags", AttributeValue.fromSs(List.of("new"))));
        assertThatThrownBy(() -> assertThat(stator)
                        .table("Orders")
                        .hasNoItemWith(Map.of("tags", AttributeValue.fromSs(List.of("big", "new")))))
                .isInstanceOf(AssertionError.class);
    }
}
