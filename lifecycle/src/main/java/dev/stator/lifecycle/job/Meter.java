package dev.stator.lifecycle.job;

import static software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity.TOTAL;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
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

    private void read(Stream<ConsumedCapacity> capacities) {
        readUnits.add(sum(capacities));
    }

    private void wrote(Stream<ConsumedCapacity> capacities) {
        double units = sum(capacities);
        writeUnits.add(units);
        onWrite.accept(units);
    }

    private static double sum(Stream<ConsumedCapacity> capacities) {
        return capacities.mapToDouble(ConsumedCapacity::capacityUnits).sum();
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        GetItemResponse answer =
                client.getItem(request.toBuilder().returnConsumedCapacity(TOTAL).build());
        read(Stream.ofNullable(answer.consumedCapacity()));
        return answer;
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        BatchGetItemResponse answer = client.batchGetItem(
                request.toBuilder().returnConsumedCapacity(TOTAL).build());
        read(answer.consumedCapacity().stream());
        return answer;
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        QueryResponse answer =
                client.query(request.toBuilder().returnConsumedCapacity(TOTAL).build());
        read(Stream.ofNullable(answer.consumedCapacity()));
        return answer;
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        UpdateItemResponse answer = client.updateItem(
                request.toBuilder().returnConsumedCapacity(TOTAL).build());
        wrote(Stream.ofNullable(answer.consumedCapacity()));
        return answer;
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        DeleteItemResponse answer = client.deleteItem(
                request.toBuilder().returnConsumedCapacity(TOTAL).build());
        wrote(Stream.ofNullable(answer.consumedCapacity()));
        return answer;
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        TransactWriteItemsResponse answer = client.transactWriteItems(
                request.toBuilder().returnConsumedCapacity(TOTAL).build());
        wrote(answer.consumedCapacity().stream());
        return answer;
    }

    @Override
    public DescribeContinuousBackupsResponse describeContinuousBackups(DescribeContinuousBackupsRequest request) {
        return client.describeContinuousBackups(request);
    }

    @Override
    public ListBackupsResponse listBackups(ListBackupsRequest request) {
        return client.listBackups(request);
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
