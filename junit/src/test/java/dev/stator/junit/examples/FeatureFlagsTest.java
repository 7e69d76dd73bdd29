package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Injected;
import dev.stator.junit.Stator;
import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Flags and for whom they are on: string sets, which many may change at once without reading them. */
@StatorTest
@Table(name = "Flags", partitionKey = "flag")
class FeatureFlagsTest {
    record Flags(DynamoDbClient dynamo) {
        void turnOn(String flag, String... users) {
            change(flag, "ADD enabled :users", users);
        }

        void turnOff(String flag, String... users) {
            change(flag, "DELETE enabled :users", users);
        }

        boolean isOn(String flag, String user) {
            Map<String, AttributeValue> item = dynamo.getItem(get -> get.tableName("Flags")
                            .key(Map.of("flag", s(flag)))
                            .projectionExpression("enabled")
                            .consistentRead(true))
                    .item();
            return item.containsKey("enabled") && item.get("enabled").ss().contains(user);
        }

        private void change(String flag, String change, String... users) {
            dynamo.updateItem(update -> update.tableName("Flags")
                    .key(Map.of("flag", s(flag)))
                    .updateExpression(change)
                    .expressionAttributeValues(Map.of(":users", AttributeValue.fromSs(List.of(users)))));
        }
    }

    @Injected
    private Stator stator;

    private Flags flags;

    @BeforeEach
    void open() {
        flags = new Flags(stator.dynamoDbClient());
    }

    @Test
    void aFlagIsOnForWhomItWasTurnedOn() {
        flags.turnOn("search", "ann", "ben");
        flags.turnOn("search", "ben", "cem");
        flags.turnOff("search", "ann");

        assertThat(flags.isOn("search", "ann")).isFalse();
        assertThat(flags.isOn("search", "ben")).isTrue();
        assertThat(flags.isOn("search", "cem")).isTrue();
        assertThat(stator).consumed(3, 3);
    }

    @Test
    void anEmptySetDisappears() {
        flags.turnOn("search", "ann");
        flags.turnOff("search", "ann");

        assertThat(flags.isOn("search", "ann")).isFalse();
        assertThat(stator).table("Flags").items().containsExactly(Map.of("flag", s("search")));
    }

    @Test
    void aFlagThatNobodyKnowsIsOff() {
        assertThat(flags.isOn("none", "ann")).isFalse();
    }
}
