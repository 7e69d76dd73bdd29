package dev.stator.bench;

import dev.stator.junit.Stator;
import dev.stator.junit.schema.TableBlueprint;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

/** The AWS SDK's own client in the JVM of the database, as tests use it: most of the time is the SDK's. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SdkCalls {
    private static final Map<String, AttributeValue> KEY =
            Map.of("pk", AttributeValue.fromS("item"), "sk", AttributeValue.fromS("0"));

    private final Stator stator = Stator.inMemory();
    private final DynamoDbClient client = stator.dynamoDbClient();
    private final GetItemRequest get =
            GetItemRequest.builder().tableName("Items").key(KEY).build();
    private final PutItemRequest put = PutItemRequest.builder()
            .tableName("Items")
            .item(Map.of(
                    "pk", AttributeValue.fromS("item"),
                    "sk", AttributeValue.fromS("0"),
                    "data", AttributeValue.fromS(Works.PAYLOAD)))
            .build();

    /** Creates the table and the item. */
    public SdkCalls() {
        stator.create(TableBlueprint.table("Items", "pk").sortKey("sk").draw());
        client.putItem(put);
    }

    /** Lets go of the database. */
    @TearDown
    public void close() {
        stator.close();
    }

    /** An item by its key. */
    @Benchmark
    public GetItemResponse getItem() {
        return client.getItem(get);
    }

    /** An item over the one that is there. */
    @Benchmark
    public PutItemResponse putItem() {
        return client.putItem(put);
    }
}
