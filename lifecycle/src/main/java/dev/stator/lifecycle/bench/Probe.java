package dev.stator.lifecycle.bench;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Asks to the end, and adds up what it took. */
final class Probe {
    private static final int TIMES = 5;

    private final DynamoDbClient client;

    Probe(DynamoDbClient client) {
        this.client = client;
    }

    /** All pages of a Query, or as many as it takes to have found so many. */
    Cost query(QueryRequest request, long enough) {
        Cost cost = Cost.NONE;
        @Nullable Map<String, AttributeValue> start = null;
        do {
            QueryResponse page = client.query(request.toBuilder()
                    .exclusiveStartKey(start)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .build());
            cost = cost.plus(
                    page.count(), page.scannedCount(), page.consumedCapacity().capacityUnits());
            start = page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty() ? page.lastEvaluatedKey() : null;
        } while (start != null && cost.found() < enough);
        return cost;
    }

    /** All pages of a Scan. */
    Cost scan(ScanRequest request) {
        Cost cost = Cost.NONE;
        @Nullable Map<String, AttributeValue> start = null;
        do {
            ScanResponse page = client.scan(request.toBuilder()
                    .exclusiveStartKey(start)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .build());
            cost = cost.plus(
                    page.count(), page.scannedCount(), page.consumedCapacity().capacityUnits());
            start = page.hasLastEvaluatedKey() && !page.lastEvaluatedKey().isEmpty() ? page.lastEvaluatedKey() : null;
        } while (start != null);
        return cost;
    }

    /** Both together. */
    static Cost both(Cost one, Cost other) {
        return new Cost(
                one.found() + other.found(),
                one.read() + other.read(),
                one.units() + other.units(),
                one.pages() + other.pages(),
                0);
    }

    /** A question, asked some times; units and counts are the same each time. */
    static Cost timed(Supplier<Cost> question) {
        double[] millis = new double[TIMES];
        Cost cost = Cost.NONE;
        for (int i = 0; i < TIMES; i++) {
            long start = System.nanoTime();
            cost = question.get();
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return cost.taking(millis[TIMES / 2]);
    }
}
