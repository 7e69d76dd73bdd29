package dev.stator.junit;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/**
 * What of a {@link Stator} a test may take, by type. Types are compared by name, since those of the SDK that a test does not
 * use need not be on the class path.
 */
final class Parts {
    /** For error texts. */
    static final String SUPPORTED =
            "there are Stator, StatorClock, RequestLog, the synchronous and asynchronous clients of"
                    + " DynamoDB and of DynamoDB Streams, the enhanced clients, DynamoDbTable and DynamoDbAsyncTable of a bean that"
                    + " @BeanTable names, and with @StatorServer java.net.URI";

    private static final String SDK = "software.amazon.awssdk.services.dynamodb.";
    private static final String ENHANCED = "software.amazon.awssdk.enhanced.dynamodb.";

    private Parts() {}

    /** Whether a test of this setup may have a parameter of this type. */
    static boolean isSupported(Type type, Setup setup) {
        if (type instanceof ParameterizedType) {
            Class<?> bean = bean(type);
            return bean != null && setup.tableOf(bean).isPresent();
        }
        return switch (type.getTypeName()) {
            case "dev.stator.junit.Stator",
                    "dev.stator.junit.StatorClock",
                    "dev.stator.junit.RequestLog",
                    SDK + "DynamoDbClient",
                    SDK + "DynamoDbAsyncClient",
                    SDK + "streams.DynamoDbStreamsClient",
                    SDK + "streams.DynamoDbStreamsAsyncClient",
                    ENHANCED + "DynamoDbEnhancedClient",
                    ENHANCED + "DynamoDbEnhancedAsyncClient" -> true;
            case "java.net.URI" -> setup.hasPort();
            default -> false;
        };
    }

    /** The part of this type, or null if there is none. */
    static @Nullable Object of(Type type, Stator stator, Setup setup) {
        if (!isSupported(type, setup)) {
            return null;
        }
        Class<?> bean = bean(type);
        if (bean != null) {
            return table(
                    (ParameterizedType) type, bean, stator, setup.tableOf(bean).orElseThrow());
        }
        return switch (type.getTypeName()) {
            case "dev.stator.junit.Stator" -> stator;
            case "dev.stator.junit.StatorClock" -> stator.clock();
            case "dev.stator.junit.RequestLog" -> stator.requests();
            case SDK + "DynamoDbClient" -> stator.dynamoDbClient();
            case SDK + "DynamoDbAsyncClient" -> stator.dynamoDbAsyncClient();
            case SDK + "streams.DynamoDbStreamsClient" -> stator.streamsClient();
            case SDK + "streams.DynamoDbStreamsAsyncClient" -> stator.streamsAsyncClient();
            case ENHANCED + "DynamoDbEnhancedClient" -> stator.enhancedClient();
            case ENHANCED + "DynamoDbEnhancedAsyncClient" -> stator.enhancedAsyncClient();
            default -> stator.endpoint();
        };
    }

    /** The bean of a table type, or null for all other types. */
    private static @Nullable Class<?> bean(Type type) {
        if (type instanceof ParameterizedType generic
                && generic.getActualTypeArguments().length == 1
                && generic.getActualTypeArguments()[0] instanceof Class<?> bean
                && (isTable(generic) || isAsyncTable(generic))) {
            return bean;
        }
        return null;
    }

    private static boolean isTable(ParameterizedType type) {
        return type.getRawType().getTypeName().equals(ENHANCED + "DynamoDbTable");
    }

    private static boolean isAsyncTable(ParameterizedType type) {
        return type.getRawType().getTypeName().equals(ENHANCED + "DynamoDbAsyncTable");
    }

    private static Object table(ParameterizedType type, Class<?> bean, Stator stator, String name) {
        TableSchema<?> schema = TableSchema.fromClass(bean);
        return isAsyncTable(type)
                ? stator.enhancedAsyncClient().table(name, schema)
                : stator.enhancedClient().table(name, schema);
    }
}
