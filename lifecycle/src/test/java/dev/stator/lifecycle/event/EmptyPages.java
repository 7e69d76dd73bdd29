package dev.stator.lifecycle.event;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A client of streams that gives empty pages before each real one, as DynamoDB does at times. */
final class EmptyPages {
    private final DynamoDbStreamsClient client;
    private final int pages;
    private final Map<String, Integer> given = new HashMap<>();

    private EmptyPages(DynamoDbStreamsClient client, int pages) {
        this.client = client;
        this.pages = pages;
    }

    static DynamoDbStreamsClient before(DynamoDbStreamsClient client, int pages) {
        EmptyPages empty = new EmptyPages(client, pages);
        return (DynamoDbStreamsClient) Proxy.newProxyInstance(
                DynamoDbStreamsClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbStreamsClient.class},
                (proxy, method, arguments) -> empty.call(method, arguments));
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("getRecords")) {
            GetRecordsRequest.Builder request = GetRecordsRequest.builder();
            @SuppressWarnings("unchecked") // the feed builds its requests so
            Consumer<GetRecordsRequest.Builder> build = (Consumer<GetRecordsRequest.Builder>) arguments[0];
            build.accept(request);
            return records(request.build());
        }
        try {
            return method.invoke(client, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private GetRecordsResponse records(GetRecordsRequest request) {
        String iterator = request.shardIterator();
        if (given.merge(iterator, 1, Integer::sum) <= pages) {
            return GetRecordsResponse.builder()
                    .records(List.of())
                    .nextShardIterator(iterator)
                    .build();
        }
        return client.getRecords(request);
    }
}
