package dev.stator.junit.examples;

import static dev.stator.junit.StatorAssertions.assertThat;
import static dev.stator.junit.examples.Attributes.n;
import static dev.stator.junit.examples.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** A settings document with maps and lists in it, changed in place by path rather than read, changed and put back. */
@StatorTest
@Table(name = "Settings", partitionKey = "id")
class DocumentEditingTest {
    record Settings(DynamoDbClient dynamo, String id) {
        void setTheme(String theme) {
            update("SET ui.theme = :v", Map.of(":v", s(theme)));
        }

        void addRecent(String file) {
            update("SET recent = list_append(:v, recent)", Map.of(":v", AttributeValue.fromL(List.of(s(file)))));
        }

        void forgetOldest(int index) {
            update("REMOVE recent[" + index + "]", null);
        }

        void countStart() {
            update("SET starts = if_not_exists(starts, :zero) + :one", Map.of(":zero", n(0), ":one", n(1)));
        }

        private void update(String expression, Map<String, AttributeValue> values) {
            dynamo.updateItem(update -> update.tableName("Settings")
                    .key(Map.of("id", s(id)))
                    .updateExpression(expression)
                    .expressionAttributeValues(values));
        }
    }

    @Injected
    private Stator stator;

    private Settings settings;

    @BeforeEach
    void create(DynamoDbClient dynamo) {
        settings = new Settings(dynamo, "ann");
        dynamo.putItem(put -> put.tableName("Settings")
                .item(Map.of(
                        "id", s("ann"),
                        "ui", AttributeValue.fromM(Map.of("theme", s("light"), "size", n(12))),
                        "recent", AttributeValue.fromL(List.of(s("a.txt"), s("b.txt"))))));
    }

    @Test
    void onePathChangesAndItsNeighboursStay() {
        settings.setTheme("dark");

        assertThat(stator)
                .table("Settings")
                .hasItemWith(Map.of("ui", AttributeValue.fromM(Map.of("theme", s("dark"), "size", n(12)))));
        assertThat(stator).requestedOnly("UpdateItem");
    }

    @Test
    void theNewestFileIsFirstAndTheOldestGoes() {
        settings.addRecent("c.txt");
        settings.forgetOldest(2);

        assertThat(stator)
                .table("Settings")
                .hasItemWith(Map.of("recent", AttributeValue.fromL(List.of(s("c.txt"), s("a.txt")))));
    }

    @Test
    void aCounterBeginsByItself() {
        settings.countStart();
        settings.countStart();

        assertThat(stator).table("Settings").hasItemWith(Map.of("starts", n(2)));
    }

    @Test
    void aPathIntoADocumentThatIsNotThereIsRefused(DynamoDbClient dynamo) {
        Settings nobody = new Settings(dynamo, "nobody");

        assertThatThrownBy(() -> nobody.setTheme("dark"))
                .isInstanceOfSatisfying(
                        DynamoDbException.class,
                        e -> assertThat(e.awsErrorDetails().errorMessage())
                                .isEqualTo(
                                        "The document path provided in the update expression is invalid for update"));
    }
}
