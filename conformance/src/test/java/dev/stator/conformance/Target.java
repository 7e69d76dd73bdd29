package dev.stator.conformance;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** One endpoint that the tests run against, and clients for it that are configured as an application's would be. */
final class Target {
    private final String name;
    private final @Nullable URI endpoint;
    private final Region region;
    private final AwsCredentialsProvider credentials;
    private final Duration lag;
    private final DynamoDbClient client;

    /**
     * @param endpoint null for AWS itself
     * @param lag      how long a global index may take to show a write
     */
    Target(String name, @Nullable URI endpoint, Region region, AwsCredentialsProvider credentials, Duration lag) {
        this.name = name;
        this.endpoint = endpoint;
        this.region = region;
        this.credentials = credentials;
        this.lag = lag;
        this.client = clientBuilder().build();
    }

    /** The client of most tests; it lives as long as the JVM. */
    DynamoDbClient client() {
        return client;
    }

    /** A client that a test configures further and closes. */
    DynamoDbClientBuilder clientBuilder() {
        return DynamoDbClient.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .endpointOverride(endpoint)
                .region(region)
                .credentialsProvider(credentials);
    }

    /** The asynchronous client, on Netty; the test closes it. */
    DynamoDbAsyncClient asyncClient() {
        return DynamoDbAsyncClient.builder()
                .endpointOverride(endpoint)
                .region(region)
                .credentialsProvider(credentials)
                .build();
    }

    /** A client that reads streams; the test closes it. */
    DynamoDbStreamsClient streamsClient() {
        return DynamoDbStreamsClient.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .endpointOverride(endpoint)
                .region(region)
                .credentialsProvider(credentials)
                .build();
    }

    /** How long a global index may take to show a write; zero if an acknowledged write must be there. */
    Duration lag() {
        return lag;
    }

    @Override
    public String toString() {
        return name;
    }
}
