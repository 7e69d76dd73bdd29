package dev.stator.lifecycle.job;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.DoubleConsumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * A client that asks with each request what it consumes, and adds that up. It has the operations that a job needs and no
 * others; the client under it belongs to whoever made it.
 */
public final class Meter implements DynamoDbClient {
    private final DynamoDbClient client;
    private final DoubleConsumer onWrite;
    private final DoubleAdder readUnits = new DoubleAdder();
    private final DoubleAdder writeUnits = new DoubleAdder();

    /**
     * A meter over a client.
     *
     * @param onWrite is told the write units of each request
     */
    public Meter(DynamoDbClient client, DoubleConsumer onWrite) {
        this.client = client;
        this.onWrite = onWrite;
    }

    /** The read units up to now. */
    public double readUnits() {
        return readUnits.sum();
    }

    /** The write units up to now. */
    public double writeUnits() {
        return writeUnits.sum();
    }

    private void read(ConsumedCapacity capacity) {
        read(capacity == null ? List.of() : List.of(capacity));
    }

    private void read(Collection<ConsumedCapacity> capacities) {
        capacities.forEach(capacity -> readUnits.add(capacity.capacityUnits()));
    }

    private void wrote(Collection<ConsumedCapacity> capacities) {
        double units =
                capacities.stream().mapToDouble(ConsumedCapacity::capacityUnits).sum();
        writeUnits.add(units);
        onWrite.accept(units);
    }

    private void wrote(ConsumedCapacity capacity) {
        wrote(capacity == null ? List.of() : List.of(capacity));
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        GetItemResponse answer = client.getItem(request.toBuilder()
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
        read(answer.consumedCapacity());
        return answer;
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        BatchGetItemResponse answer = client.batchGetItem(request.toBuilder()
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
        read(answer.consumedCapacity());
        return answer;
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        QueryResponse answer = client.query(request.toBuilder()
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
        read(answer.consumedCapacity());
        return answer;
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        UpdateItemResponse answer = client.updateItem(request.toBuilder()
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
        wrote(answer.consumedCapacity());
        return answer;
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        DeleteItemResponse answer = client.deleteItem(request.toBuilder()
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
        wrote(answer.consumedCapacity());
        return answer;
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        TransactWriteItemsResponse answer = client.transactWriteItems(request.toBuilder()
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build());
        wrote(answer.consumedCapacity());
        return answer;
    }

    @Override
    public DescribeTableResponse describeTable(DescribeTableRequest request) {
        return client.describeTable(request);
    }

    @Override
    public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
        return client.serviceClientConfiguration();
    }

    @Override
    public String serviceName() {
        return client.serviceName();
    }

    @Override
    public void close() {
        // The client is another's.
    }
}
