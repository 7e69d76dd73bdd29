package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** PutItem, UpdateItem and DeleteItem: conditions, update expressions and return values. */
final class WritesTest extends TargetTest {
    private String table = "";

    @BeforeParameterizedClassInvocation
    void createTables() {
        table = createHashTable();
    }

    @Test
    void aPutReplacesTheWholeItemAndReturnsTheOldOne() {
        Map<String, AttributeValue> old = Map.of("p", fromS("replace"), "a", fromS("1"), "b", fromS("2"));
        Map<String, AttributeValue> replacement = Map.of("p", fromS("replace"), "c", fromS("3"));
        put(table, old);

        assertThat(dynamo().putItem(
                                put -> put.tableName(table).item(replacement).returnValues(ReturnValue.ALL_OLD))
                        .attributes())
                .isEqualTo(old);
        assertThat(get(table, key("replace"))).isEqualTo(replacement);
    }

    @Test
    void aDeleteReturnsTheOldItemAndSucceedsAgainWithoutOne() {
        Map<String, AttributeValue> item = Map.of("p", fromS("delete"), "a", fromS("1"));
        put(table, item);

        for (Map<String, AttributeValue> expected : List.of(item, Map.<String, AttributeValue>of())) {
            assertThat(dynamo().deleteItem(delete ->
                                    delete.tableName(table).key(key("delete")).returnValues(ReturnValue.ALL_OLD))
                            .attributes())
                    .isEqualTo(expected);
        }
        assertThat(get(table, key("delete"))).isEmpty();
    }

    @Test
    void aFailedConditionIsItsOwnExceptionWithTheItem() {
        Map<String, AttributeValue> item = Map.of("p", fromS("condition"), "a", fromS("1"));
        put(table, item);

        assertThatThrownBy(() -> dynamo().putItem(put -> put.tableName(table)
                        .item(key("condition"))
                        .conditionExpression("attribute_not_exists(p)")
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)))
                .isInstanceOfSatisfying(ConditionalCheckFailedException.class, failure -> {
                    assertThat(failure.awsErrorDetails().errorMessage()).isEqualTo("The conditional request failed");
                    assertThat(failure.statusCode()).isEqualTo(400);
                    assertThat(failure.requestId()).isNotBlank();
                    assertThat(failure.item()).isEqualTo(item);
                });
        assertThatThrownBy(() -> dynamo().deleteItem(delete -> delete.tableName(table)
                        .key(key("condition"))
                        .conditionExpression("a = :two")
                        .expressionAttributeValues(Map.of(":two", fromS("2")))))
                .isInstanceOfSatisfying(
                        ConditionalCheckFailedException.class,
                        failure -> assertThat(failure.hasItem()).isFalse());
        assertThat(get(table, key("condition"))).isEqualTo(item);
    }

    @Test
    void aFailedConditionOnAMissingItemCreatesNone() {
        assertThatThrownBy(() -> update(
                        "ghost",
                        update -> update.updateExpression("SET a = :a")
                                .conditionExpression("attribute_exists(p)")
                                .expressionAttributeValues(Map.of(":a", fromS("1")))))
                .isInstanceOf(ConditionalCheckFailedException.class);
        assertThat(get(table, key("ghost"))).isEmpty();
    }

    @Test
    void everyClauseOfAnUpdateReadsTheOldItem() {
        put(
                table,
                Map.of(
                        "p", fromS("clauses"),
                        "old", fromS("before"),
                        "count", fromN("10"),
                        "list", fromL(List.of(fromS("a"), fromS("b"), fromS("c"))),
                        "set", fromNs(List.of("1", "2", "3")),
                        "map", fromM(Map.of("x", fromN("1"), "y", fromN("2"))),
                        "gone", fromS("gone")));

        Map<String, AttributeValue> updated = update(
                        "clauses",
                        update -> update.updateExpression("SET #o = :new, copied = #o, #c = (#c - :one) + :five,"
                                        + " fresh = if_not_exists(fresh, :five),"
                                        + " tail = list_append(#l, :tail), #m.z = #m.x + #m.y"
                                        + " REMOVE gone, #l[0] ADD points :five DELETE #s :two")
                                .expressionAttributeNames(
                                        Map.of("#o", "old", "#c", "count", "#l", "list", "#m", "map", "#s", "set"))
                                .expressionAttributeValues(Map.of(
                                        ":new", fromS("after"),
                                        ":one", fromN("1"),
                                        ":five", fromN("5"),
                                        ":two", fromNs(List.of("2", "9")),
                                        ":tail", fromL(List.of(fromS("d")))))
                                .returnValues(ReturnValue.NONE))
                .attributes();

        assertThat(updated).isEmpty();
        Map<String, AttributeValue> item = get(table, key("clauses"));
        assertThat(item.get("old")).isEqualTo(fromS("after"));
        assertThat(item.get("copied")).isEqualTo(fromS("before"));
        assertThat(item.get("count")).isEqualTo(fromN("14"));
        assertThat(item.get("fresh")).isEqualTo(fromN("5"));
        assertThat(item.get("points")).isEqualTo(fromN("5"));
        assertThat(item.get("map")).isEqualTo(fromM(Map.of("x", fromN("1"), "y", fromN("2"), "z", fromN("3"))));
        assertThat(item.get("list")).isEqualTo(fromL(List.of(fromS("b"), fromS("c"))));
        assertThat(item.get("tail")).isEqualTo(fromL(List.of(fromS("a"), fromS("b"), fromS("c"), fromS("d"))));
        assertThat(at(item, "set").ns()).containsExactlyInAnyOrder("1", "3");
        assertThat(item).doesNotContainKey("gone");
    }

    @Test
    void anUpdateDoesNotNestBeyond32Levels() {
        put(table, Map.of("p", fromS("deeper"), "m", fromM(Map.of())));
        // Each round puts the old map inside itself: 31 levels of maps become 32 with the last one.
        for (int levels = 2; levels <= 32; levels++) {
            update("deeper", update -> update.updateExpression("SET m.x = m"));
        }

        assertThatThrownBy(() -> update("deeper", update -> update.updateExpression("SET m.x = m")))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("Nesting Levels have exceeded supported limits");
    }

    @Test
    void returnValuesShowTheWholeItemOrOnlyWhatChanged() {
        put(table, Map.of("p", fromS("returned"), "a", fromN("1"), "b", fromN("7")));
        Consumer<UpdateItemRequest.Builder> increment = update ->
                update.updateExpression("SET a = a + :one").expressionAttributeValues(Map.of(":one", fromN("1")));

        assertThat(returned(increment, ReturnValue.UPDATED_OLD)).isEqualTo(Map.of("a", fromN("1")));
        assertThat(returned(increment, ReturnValue.UPDATED_NEW)).isEqualTo(Map.of("a", fromN("3")));
        assertThat(returned(increment, ReturnValue.ALL_OLD))
                .isEqualTo(Map.of("p", fromS("returned"), "a", fromN("3"), "b", fromN("7")));
        assertThat(returned(increment, ReturnValue.ALL_NEW))
                .isEqualTo(Map.of("p", fromS("returned"), "a", fromN("5"), "b", fromN("7")));
        assertThat(returned(increment, ReturnValue.NONE)).isEmpty();
    }

    @Test
    void aKeyAttributeCannotBeUpdated() {
        assertThatThrownBy(() -> update(
                        "key",
                        update -> update.updateExpression("SET p = :new")
                                .expressionAttributeValues(Map.of(":new", fromS("other")))))
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("Cannot update attribute p. This attribute is part of the key");
    }

    @Test
    @SuppressWarnings("deprecation") // the legacy parameters are what is tested
    void programsWrittenBeforeExpressionsStillRun() {
        dynamo().updateItem(update -> update.tableName(table)
                .key(key("legacy"))
                .attributeUpdates(Map.of(
                        "a",
                        AttributeValueUpdate.builder()
                                .action("PUT")
                                .value(fromS("1"))
                                .build(),
                        "n",
                        AttributeValueUpdate.builder()
                                .action("ADD")
                                .value(fromN("5"))
                                .build())));

        assertThat(get(table, key("legacy"))).isEqualTo(Map.of("p", fromS("legacy"), "a", fromS("1"), "n", fromN("5")));
        assertThatThrownBy(() -> dynamo().putItem(put -> put.tableName(table)
                        .item(key("legacy"))
                        .expected(Map.of(
                                "a",
                                ExpectedAttributeValue.builder()
                                        .comparisonOperator("EQ")
                                        .attributeValueList(fromS("2"))
                                        .build()))))
                .isInstanceOf(ConditionalCheckFailedException.class);
    }

    private UpdateItemResponse update(String p, Consumer<UpdateItemRequest.Builder> change) {
        return dynamo().updateItem(update -> {
            update.tableName(table).key(key(p));
            change.accept(update);
        });
    }

    private Map<String, AttributeValue> returned(Consumer<UpdateItemRequest.Builder> change, ReturnValue mode) {
        return update("returned", change.andThen(update -> update.returnValues(mode)))
                .attributes();
    }
}
