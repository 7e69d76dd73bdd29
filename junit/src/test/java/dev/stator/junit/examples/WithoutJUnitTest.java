package dev.stator.junit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.Stator;
import dev.stator.junit.schema.TableBlueprint;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The database by hand, as other test frameworks and a {@code main} would have it. */
class WithoutJUnitTest {
    @Test
    void aDatabaseIsOpenedAndClosedByHand() {
        try (Stator stator = Stator.inMemory()) {
            stator.create(TableBlueprint.table("Greetings", "language").draw());
            DynamoDbClient dynamo = stator.dynamoDbClient();

            dynamo.putItem(put -> put.tableName("Greetings").item(Map.of("language", AttributeValue.fromS("en"))));

            assertThat(stator.table("Greetings").count()).isEqualTo(1);
            assertThat(stator.requests().writeUnits()).isEqualTo(1);
        }
    }
}
