package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.core.waiters.Waiter;
import software.amazon.awssdk.core.waiters.WaiterAcceptor;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Local and global indexes: what they show, in which order, and how a global one comes and goes on a live table. */
final class IndexesTest extends TargetTest {
    private String table = "";

    @BeforeParameterizedClassInvocation
    void createTables() {
        table = createTable(
                create -> create.attributeDefinitions(string("p"), string("s"), string("l"), string("g"), number("h"))
                        .keySchema(hash("p"), range("s"))
                        .localSecondaryIndexes(local("local", ALL, hash("p"), range("l")))
                        .globalSecondaryIndexes(
                                global("global", ALL, hash("g"), range("h")),
                                global("keys", KEYS_ONLY, hash("g")),
                                global("some", including("x"), hash("g"), range("l"))));
    }

    @Test
    void tiedKeysPageThroughEveryItemOnceInBothDirections() {
        for (int i = 0; i < 9; i++) {
            put(table, Map.of("p", fromS("tied" + i / 3), "s", fromS("s" + i), "g", fromS("tied"), "h", fromN("1")));
        }
        Consumer<QueryRequest.Builder> tied = query -> query.indexName("global")
                .keyConditionExpression("g = :g AND h = :h")
                .expressionAttributeValues(Map.of(":g", fromS("tied"), ":h", fromN("1")));
        eventually(() -> items(tied), items -> items.size() == 9);

        List<Map<String, AttributeValue>> forward = items(tied.andThen(query -> query.limit(2)));
        List<Map<String, AttributeValue>> backward =
                items(tied.andThen(query -> query.limit(2).scanIndexForward(false)));

        assertThat(forward).hasSize(9).doesNotHaveDuplicates();
        Collections.reverse(backward);
        assertThat(backward).isEqualTo(forward);
        assertThat(dynamo().query(query -> tied.andThen(
                                        one -> one.tableName(table).limit(1))
                                .accept(query))
                        .lastEvaluatedKey())
                .containsOnlyKeys("p", "s", "g", "h");
    }

    @Test
    void anIndexHasWhatItProjectsOfItemsThatHaveItsKeys() {
        put(table, Map.of("p", fromS("project"), "s", fromS("1"), "g", fromS("projected"), "x", fromS("x")));
        put(
                table,
                Map.of(
                        "p", fromS("project"),
                        "s", fromS("2"),
                        "g", fromS("projected"),
                        "l", fromS("l"),
                        "x", fromS("x"),
                        "y", fromS("y")));
        put(table, Map.of("p", fromS("project"), "s", fromS("3"), "l", fromS("l")));

        assertThat(eventually(() -> byG("keys", "projected"), items -> items.size() == 2))
                .containsExactlyInAnyOrder(
                        Map.of("p", fromS("project"), "s", fromS("1"), "g", fromS("projected")),
                        Map.of("p", fromS("project"), "s", fromS("2"), "g", fromS("projected")));
        assertThat(eventually(() -> byG("some", "projected"), items -> items.size() == 1))
                .containsExactly(Map.of(
                        "p", fromS("project"),
                        "s", fromS("2"),
                        "g", fromS("projected"),
                        "l", fromS("l"),
                        "x", fromS("x")));
    }

    @Test
    void anIndexFollowsEveryChangeOfTheItem() {
        Map<String, AttributeValue> key = key("follow", "1");
        dynamo().updateItem(update -> update.tableName(table)
                .key(key)
                .updateExpression("SET g = :g, x = :x")
                .expressionAttributeValues(Map.of(":g", fromS("follow-1"), ":x", fromS("a"))));
        assertThat(eventually(() -> byG("keys", "follow-1"), items -> items.size() == 1))
                .hasSize(1);

        dynamo().updateItem(update -> update.tableName(table)
                .key(key)
                .updateExpression("SET g = :g")
                .expressionAttributeValues(Map.of(":g", fromS("follow-2"))));
        assertThat(eventually(() -> byG("keys", "follow-2"), items -> items.size() == 1))
                .hasSize(1);
        assertThat(eventually(() -> byG("keys", "follow-1"), List::isEmpty)).isEmpty();

        dynamo().updateItem(update -> update.tableName(table).key(key).updateExpression("REMOVE g"));
        assertThat(eventually(() -> byG("keys", "follow-2"), List::isEmpty)).isEmpty();
    }

    @Test
    void aLocalIndexIsReadStronglyAndFetchesWhatItLacks() {
        for (String l : List.of("c", "a", "b")) {
            put(table, Map.of("p", fromS("local"), "s", fromS("s" + l), "l", fromS(l), "x", fromS("x")));
        }

        List<Map<String, AttributeValue>> items = items(query -> query.indexName("local")
                .keyConditionExpression("p = :p AND l > :l")
                .expressionAttributeValues(Map.of(":p", fromS("local"), ":l", fromS("a")))
                .consistentRead(true));

        assertThat(items).extracting(item -> at(item, "l").s()).containsExactly("b", "c");
        assertThat(items).allSatisfy(item -> assertThat(item).containsEntry("x", fromS("x")));
    }

    @Test
    void aStrongReadOfAGlobalIndexIsRefused() {
        assertThatThrownBy(() -> items(query -> query.indexName("global")
                        .keyConditionExpression("g = :g")
                        .expressionAttributeValues(Map.of(":g", fromS("g")))
                        .consistentRead(true)))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("Consistent reads are not supported on global secondary indexes");
    }

    @Test
    void aGlobalIndexIsAddedToALiveTableAndDroppedAgain() {
        String live = createHashTable();
        for (int i = 0; i < 100; i++) {
            Map<String, AttributeValue> item = new HashMap<>(key("p" + i));
            if (i % 2 == 0) {
                item.put("color", fromS(i % 4 == 0 ? "red" : "blue"));
            }
            put(live, item);
        }

        dynamo().updateTable(update -> update.tableName(live)
                .attributeDefinitions(string("color"))
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .create(index -> index.indexName("by-color")
                                .keySchema(hash("color"))
                                .projection(ALL))
                        .build()));
        put(live, Map.of("p", fromS("while filling"), "color", fromS("red")));
        awaitIndexes(live, 1);

        assertThat(eventually(() -> byColor(live), items -> items.size() == 26)).hasSize(26);

        dynamo().updateTable(update -> update.tableName(live)
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .delete(index -> index.indexName("by-color"))
                        .build()));
        awaitIndexes(live, 0);
        assertThatThrownBy(() -> byColor(live))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("The table does not have the specified index: by-color");
    }

    @Test
    void aGlobalIndexMayHaveSeveralPartitionAndSortKeys() {
        String matches = createTable(create -> create.attributeDefinitions(
                        string("p"), string("tournament"), string("region"), string("round"), number("court"))
                .keySchema(hash("p"))
                .globalSecondaryIndexes(
                        global("by-region", ALL, hash("tournament"), hash("region"), range("round"), range("court"))));
        for (String round : List.of("final", "semi")) {
            for (int court = 1; court <= 3; court++) {
                put(
                        matches,
                        Map.of(
                                "p", fromS(round + court),
                                "tournament", fromS("winter"),
                                "region", fromS("eu"),
                                "round", fromS(round),
                                "court", fromN(Integer.toString(court))));
            }
        }
        Map<String, AttributeValue> values =
                Map.of(":t", fromS("winter"), ":r", fromS("eu"), ":round", fromS("semi"), ":court", fromN("2"));

        assertThat(eventually(
                        () -> dynamo().query(query -> query.tableName(matches)
                                        .indexName("by-region")
                                        .keyConditionExpression("tournament = :t AND #region = :r AND round = :round"
                                                + " AND court >= :court")
                                        .expressionAttributeNames(Map.of("#region", "region"))
                                        .expressionAttributeValues(values))
                                .items(),
                        items -> items.size() == 2))
                .extracting(item -> at(item, "p").s())
                .containsExactly("semi2", "semi3");
        assertThat(dynamo().describeTable(describe -> describe.tableName(matches))
                        .table()
                        .globalSecondaryIndexes()
                        .get(0)
                        .keySchema())
                .extracting(key -> key.keyType())
                .containsExactly(KeyType.HASH, KeyType.HASH, KeyType.RANGE, KeyType.RANGE);
    }

    private List<Map<String, AttributeValue>> byG(String index, String g) {
        return items(query -> query.indexName(index)
                .keyConditionExpression("g = :g")
                .expressionAttributeValues(Map.of(":g", fromS(g))));
    }

    private List<Map<String, AttributeValue>> byColor(String live) {
        return dynamo().query(query -> query.tableName(live)
                        .indexName("by-color")
                        .keyConditionExpression("color = :red")
                        .expressionAttributeValues(Map.of(":red", fromS("red"))))
                .items();
    }

    private List<Map<String, AttributeValue>> items(Consumer<QueryRequest.Builder> request) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        dynamo().queryPaginator(query -> request.accept(query.tableName(table)))
                .items()
                .forEach(items::add);
        return items;
    }

    /** The SDK has no waiter for indexes; this is one as an application builds it. */
    private void awaitIndexes(String live, int count) {
        Waiter<DescribeTableResponse> waiter = Waiter.builder(DescribeTableResponse.class)
                .overrideConfiguration(wait -> wait.maxAttempts(600)
                        .waitTimeout(Duration.ofMinutes(15))
                        .backoffStrategyV2(BackoffStrategy.fixedDelay(Duration.ofMillis(POLL_MILLIS))))
                .addAcceptor(WaiterAcceptor.successOnResponseAcceptor(
                        response -> response.table().tableStatus() == TableStatus.ACTIVE
                                && response.table().globalSecondaryIndexes().size() == count
                                && response.table().globalSecondaryIndexes().stream()
                                        .allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE)))
                .addAcceptor(WaiterAcceptor.retryOnResponseAcceptor(response -> true))
                .build();
        waiter.run(() -> dynamo().describeTable(describe -> describe.tableName(live)));
    }
}
