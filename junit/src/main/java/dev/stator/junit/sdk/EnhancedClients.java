package dev.stator.junit.sdk;

import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The enhanced clients, apart from {@link Clients}, since not everybody has them on the class path. */
public final class EnhancedClients {
    private EnhancedClients() {}

    public static DynamoDbEnhancedClient over(DynamoDbClient client) {
        return DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
    }

    public static DynamoDbEnhancedAsyncClient over(DynamoDbAsyncClient client) {
        return DynamoDbEnhancedAsyncClient.builder().dynamoDbClient(client).build();
    }
}
