package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The states of an order: the database itself refuses a step that is not allowed, and says which state it is in. */
@StatorTest
@Table(name = "Orders", partitionKey = "id")
class OrderWorkflowTest {
    enum State {
        PLACED,
        PAID,
        SHIPPED,
        CANCELED
    }

    record Workflow(DynamoDbClient dynamo) {
        private static final Map<State, Set<State>> COMES_FROM = new EnumMap<>(Map.of(
                State.PAID, Set.of(State.PLACED),
                State.SHIPPED, Set.of(State.PAID),
                State.CANCELED, Set.of(State.PLACED, State.PAID)));

        void place(String id) {
            dynamo.putItem(put -> put.tableName("Orders")
                    .item(Map.of("id", s(id), "state", s(State.PLACED.name())))
                    .conditionExpression("attribute_not_exists(id)"));
        }

        void move(String id, State to) {
            Map<String, AttributeValue> values = new HashMap<>(Map.of(":to", s(to.name())));
            List<State> from = List.copyOf(COMES_FROM.getOrDefault(to, Set.of()));
            for (int i = 0; i < from.size(); i++) {
                values.put(":from" + i, s(from.get(i).name()));
            }
            String allowed =
                    values.keySet().stream().filter(name -> !name.equals(":to")).collect(Collectors.joining(", "));
            try {
                dynamo.updateItem(update -> update.tableName("Orders")
                        .key(Map.of("id", s(id)))
                        .updateExpression("SET #state = :to")
                        .conditionExpression("#state IN (" + allowed + ")")
                        .expressionAttributeNames(Map.of("#state", "state"))
                        .expressionAttributeValues(values)
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            } catch (ConditionalCheckFailedException e) {
                String state = e.hasItem() ? e.item().get("state").s() : "unknown";
                throw new IllegalStateException("order " + id + " is " + state + ", so it cannot become " + to, e);
            }
        }
    }

    @Injected
    private Stator stator;

    private Workflow workflow;

    @BeforeEach
    void place() {
        workflow = new Workflow(stator.dynamoDbClient());
        workflow.place("1");
    }

    @Test
    void anOrderGoesItsWay() {
        workflow.move("1", State.PAID);
        workflow.move("1", State.SHIPPED);

        assertThat(stator).failedNothing().requested("UpdateItem", 2);
        assertThat(stator).table("Orders").hasItemWith(Map.of("state", s("SHIPPED")));
    }

    @ParameterizedTest
    @CsvSource({"PLACED,SHIPPED", "SHIPPED,CANCELED", "CANCELED,PAID"})
    void aStepThatIsNotAllowedIsToldWithTheState(State from, State to) {
        if (from == State.SHIPPED) {
            workflow.move("1", State.PAID);
        }
        if (from != State.PLACED) {
            workflow.move("1", from);
        }

        assertThatThrownBy(() -> workflow.move("1", to))
                .hasMessage("order 1 is " + from + ", so it cannot become " + to);
        assertThat(stator).requestedOnly("UpdateItem");
    }

    @Test
    void anOrderThatWasNeverPlacedIsUnknown() {
        assertThatThrownBy(() -> workflow.move("2", State.PAID)).hasMessageContaining("order 2 is unknown");
        assertThat(stator).table("Orders").hasItems(1);
    }
}
