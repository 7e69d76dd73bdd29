package dev.stator.lifecycle.cli;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Clients for a command line: credentials and region by the SDK's usual chain, except for servers on this machine. */
public final class Clients {
    private Clients() {}

    /**
     * Opens a client, which the caller closes.
     *
     * @param endpoint its address; that of AWS if it is null
     * @param region   the region; that of the environment or profile if it is null
     */
    public static DynamoDbClient open(@Nullable String endpoint, @Nullable String region) {
        DynamoDbClientBuilder builder = DynamoDbClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder());
        URI url = url(endpoint);
        if (url != null) {
            builder.endpointOverride(url);
        }
        boolean isLocal = url != null && isLoopback(url);
        if (region != null) {
            builder.region(Region.of(region));
        } else if (isLocal) {
            builder.region(regionOfEnvironment());
        }
        if (isLocal) {
            // A server on this machine asks for a signature, but checks none; nobody should have to make credentials
            // up.
            builder.credentialsProvider(AwsCredentialsProviderChain.of(
                    SystemPropertyCredentialsProvider.create(),
                    EnvironmentVariableCredentialsProvider.create(),
                    ProfileCredentialsProvider.create(),
                    StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"))));
        }
        return builder.build();
    }

    private static @Nullable URI url(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            URI url = new URI(text);
            if (url.getHost() != null && List.of("http", "https").contains(url.getScheme())) {
                return url;
            }
        } catch (URISyntaxException e) {
            throw noEndpoint(text, e);
        }
        throw noEndpoint(text, null);
    }

    private static IllegalArgumentException noEndpoint(String text, @Nullable URISyntaxException cause) {
        return new IllegalArgumentException("'" + text + "' is no endpoint: write it as http://127.0.0.1:8000.", cause);
    }

    // Without the usual chain's last link, which asks the network whether this is a machine of EC2, and waits.
    private static Region regionOfEnvironment() {
        try {
            return new AwsRegionProviderChain(new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
                    .getRegion();
        } catch (SdkClientException e) {
            return Region.US_EAST_1;
        }
    }

    private static boolean isLoopback(URI url) {
        try {
            return InetAddress.getByName(url.getHost()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
