package dev.stator.junit.sdk;

import java.net.URI;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsAsyncClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClientBuilder;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClientBuilder;

/**
 * Builders of the SDK's clients, set up for one database and for nothing of the machine they run on: no profile, no
 * environment, no network. Retries and all else are the SDK's defaults, as in production.
 */
public final class Clients {
    private static final StaticCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("stator", "stator"));
    private static final ProfileFile NO_PROFILES = ProfileFile.aggregator().build();

    private final Region region;
    private final @Nullable SdkHttpClient transport;
    private final @Nullable SdkAsyncHttpClient asyncTransport;
    private final @Nullable URI endpoint;
    private final Executor completions;

    private Clients(
            String region,
            @Nullable SdkHttpClient transport,
            @Nullable SdkAsyncHttpClient asyncTransport,
            @Nullable URI endpoint,
            Executor completions) {
        this.region = Region.of(region);
        this.transport = transport;
        this.asyncTransport = asyncTransport;
        this.endpoint = endpoint;
        this.completions = completions;
    }

    /** Clients that call the database. */
    public static Clients inProcess(
            String region, SdkHttpClient transport, SdkAsyncHttpClient asyncTransport, Executor completions) {
        return new Clients(region, transport, asyncTransport, null, completions);
    }

    /** Clients that connect to a port, with the transports that the SDK finds on the class path. */
    public static Clients overHttp(String region, URI endpoint, Executor completions) {
        return new Clients(region, null, null, endpoint, completions);
    }

    public DynamoDbClientBuilder dynamoDb() {
        DynamoDbClientBuilder builder = DynamoDbClient.builder();
        prepareSync(builder);
        return builder;
    }

    public DynamoDbAsyncClientBuilder dynamoDbAsync() {
        DynamoDbAsyncClientBuilder builder = DynamoDbAsyncClient.builder();
        prepareAsync(builder);
        return builder;
    }

    public DynamoDbStreamsClientBuilder streams() {
        DynamoDbStreamsClientBuilder builder = DynamoDbStreamsClient.builder();
        prepareSync(builder);
        return builder;
    }

    public DynamoDbStreamsAsyncClientBuilder streamsAsync() {
        DynamoDbStreamsAsyncClientBuilder builder = DynamoDbStreamsAsyncClient.builder();
        prepareAsync(builder);
        return builder;
    }

    private <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> void prepareSync(B builder) {
        prepare(builder);
        if (transport != null) {
            builder.httpClient(transport);
        }
    }

    private <B extends AwsAsyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> void prepareAsync(B builder) {
        prepare(builder);
        builder.asyncConfiguration(
                async -> async.advancedOption(SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, completions));
        if (asyncTransport != null) {
            builder.httpClient(asyncTransport);
        }
    }

    private <B extends AwsClientBuilder<B, C>, C> void prepare(B builder) {
        builder.region(region)
                .credentialsProvider(CREDENTIALS)
                .overrideConfiguration(configuration ->
                        configuration.defaultProfileFile(NO_PROFILES).defaultProfileName("default"));
        // AWS's own address, which nothing is sent to: what the code under test sees is what it sees in production.
        builder.endpointOverride(
                endpoint != null
                        ? endpoint
                        : URI.create(
                                "https://" + DynamoDbClient.serviceMetadata().endpointFor(region)));
    }
}
