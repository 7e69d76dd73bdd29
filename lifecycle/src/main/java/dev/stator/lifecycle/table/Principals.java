package dev.stator.lifecycle.table;

import java.util.concurrent.CompletionException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Whose credentials sign a client's requests: all that the endpoint itself knows of the caller. */
public final class Principals {
    private static final String UNKNOWN = "unknown";

    private Principals() {}

    /** The access key id, with the account where the credentials name it; {@code unknown} without credentials. */
    public static String of(DynamoDbClient client) {
        IdentityProvider<? extends AwsCredentialsIdentity> provider =
                client.serviceClientConfiguration().credentialsProvider();
        if (provider == null) {
            return UNKNOWN;
        }
        try {
            AwsCredentialsIdentity identity = provider.resolveIdentity().join();
            return identity.accessKeyId()
                    + identity.accountId().map(account -> "@" + account).orElse("");
        } catch (SdkClientException | CompletionException e) {
            return UNKNOWN;
        }
    }
}
