package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;

/** ConsumedCapacity: what a call costs, to the half unit, and what its indexes cost. */
final class CapacityTest extends TargetTest {
    private String table = "";
    private String indexed = "";

    @BeforeParameterizedClassInvocation
    void createTables() {
        table = createCompositeTable();
        indexed = createTable(create -> create.attributeDefinitions(string("p"), string("s"), string("l"), string("g"))
                .keySchema(hash("p"), range("s"))
                .localSecondaryIndexes(local("local", ALL, hash("p"), range("l")))
                .globalSecondaryIndexes(global("global", ALL, hash("g"))));
    }

    @Test
    void getsRoundUpToFourKilobytesAndMissingItemsCostAsMuch() {
        put(table, sized("get", "1", 5 * 1024));

        assertThat(getUnits("1", false)).isEqualTo(1.0);
        assertThat(getUnits("1", true)).isEqualTo(2.0);
        assertThat(getUnits("missing", false)).isEqualTo(0.5);
        assertThat(getUnits("missing", true)).isEqualTo(1.0);
    }

    /** Requirements B2 to B4: ten items of 2 KB are five blocks of 4 KB together, and ten when got one by one. */
    @Test
    void aQuerySumsThenRoundsAndABatchRoundsEachItem() {
        List<Map<String, AttributeValue>> keys = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            put(table, sized("sum", "s" + i, 2 * 1024));
            keys.add(key("sum", "s" + i));
        }

        assertThat(queryUnits(false)).isEqualTo(2.5);
        assertThat(queryUnits(true)).isEqualTo(5.0);
        assertThat(dynamo().batchGetItem(batch -> batch.requestItems(Map.of(
                                        table,
                                        KeysAndAttributes.builder()
                                                .keys(keys)
                                                .consistentRead(true)
                                                .build()))
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                        .consumedCapacity()
                        .get(0)
                        .capacityUnits())
                .isEqualTo(10.0);
    }

    @Test
    void writesCostTheLargerOfBeforeAndAfter() {
        assertThat(putUnits(sized("write", "1", 3 * 1024))).isEqualTo(3.0);
        assertThat(putUnits(key("write", "1"))).isEqualTo(3.0);
        assertThat(putUnits(key("write", "1"))).isEqualTo(1.0);
        assertThat(dynamo().deleteItem(delete -> delete.tableName(table)
                                .key(key("write", "none"))
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                        .consumedCapacity()
                        .capacityUnits())
                .isEqualTo(1.0);
    }

    @Test
    void indexesAreChargedAndShownByName() {
        Map<String, AttributeValue> item =
                Map.of("p", fromS("indexed"), "s", fromS("1"), "l", fromS("l1"), "g", fromS("g1"));
        Map<String, AttributeValue> moved = new HashMap<>(item);
        moved.put("g", fromS("g2"));

        ConsumedCapacity created = putDetail(item);
        assertThat(created.capacityUnits()).isEqualTo(3.0);
        assertThat(created.table().capacityUnits()).isEqualTo(1.0);
        assertThat(at(created.localSecondaryIndexes(), "local").capacityUnits()).isEqualTo(1.0);
        assertThat(at(created.globalSecondaryIndexes(), "global").capacityUnits())
                .isEqualTo(1.0);

        // Another index key is a delete and a put there; the local index has a changed projected attribute.
        ConsumedCapacity changed = putDetail(moved);
        assertThat(at(changed.globalSecondaryIndexes(), "global").capacityUnits())
                .isEqualTo(2.0);
        assertThat(changed.capacityUnits()).isEqualTo(4.0);
    }

    @Test
    void anItemCollectionWithALocalIndexHasASize() {
        assertThat(dynamo().putItem(put -> put.tableName(indexed)
                                .item(key("metrics", "1"))
                                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                        .itemCollectionMetrics())
                .satisfies(metrics -> {
                    assertThat(metrics.itemCollectionKey()).isEqualTo(key("metrics"));
                    assertThat(metrics.sizeEstimateRangeGB()).containsExactly(0.0, 1.0);
                });
    }

    private double getUnits(String s, boolean strong) {
        return dynamo().getItem(get -> get.tableName(table)
                        .key(key("get", s))
                        .consistentRead(strong)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity()
                .capacityUnits();
    }

    private double queryUnits(boolean strong) {
        return dynamo().query(query -> query.tableName(table)
                        .keyConditionExpression("p = :p")
                        .expressionAttributeValues(Map.of(":p", fromS("sum")))
                        .consistentRead(strong)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity()
                .capacityUnits();
    }

    private double putUnits(Map<String, AttributeValue> item) {
        return dynamo().putItem(
                        put -> put.tableName(table).item(item).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity()
                .capacityUnits();
    }

    private ConsumedCapacity putDetail(Map<String, AttributeValue> item) {
        return dynamo().putItem(
                        put -> put.tableName(indexed).item(item).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity();
    }

    /** An item of exactly this size: names and values in UTF-8. */
    private static Map<String, AttributeValue> sized(String p, String s, int bytes) {
        int rest = bytes - ("p" + p + "s" + s + "a").length();
        return Map.of("p", fromS(p), "s", fromS(s), "a", fromS("x".repeat(rest)));
    }
}
