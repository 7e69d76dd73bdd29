package dev.stator.junit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.junit.StatorTest;
import dev.stator.junit.Table;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@StatorTest
@Table(name = "Greetings", partitionKey = "language")
class FirstTest {
    @Test
    void aGreetingIsKept(DynamoDbClient dynamo) {
        dynamo.putItem(put -> put.tableName("Greetings")
                .item(Map.of("language", AttributeValue.fromS("en"), "text", AttributeValue.fromS("hello"))));

        assertThat(dynamo.getItem(get -> get.tableName("Greetings").key(Map.of("language", AttributeValue.fromS("en"))))
                        .item())
                .containsEntry("text", AttributeValue.fromS("hello"));
    }
}
