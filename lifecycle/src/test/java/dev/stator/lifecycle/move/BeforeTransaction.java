package dev.stator.lifecycle.move;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** A client that lets something happen right before a transaction is sent: what a race comes down to. */
public final class BeforeTransaction {
    private BeforeTransaction() {}

    /** Before the first transaction only. */
    public static DynamoDbClient once(DynamoDbClient client, Runnable event) {
        AtomicBoolean happened = new AtomicBoolean();
        return each(client, request -> {
            if (happened.compareAndSet(false, true)) {
                event.run();
            }
        });
    }

    /** Before each transaction. */
    public static DynamoDbClient each(DynamoDbClient client, Consumer<TransactWriteItemsRequest> event) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> {
                    Object[] given = arguments;
                    if (method.getName().equals("transactWriteItems")) {
                        TransactWriteItemsRequest request;
                        if (arguments[0] instanceof TransactWriteItemsRequest built) {
                            request = built;
                        } else {
                            TransactWriteItemsRequest.Builder builder = TransactWriteItemsRequest.builder();
                            @SuppressWarnings("unchecked") // the only other parameter of this method
                            Consumer<TransactWriteItemsRequest.Builder> build =
                                    (Consumer<TransactWriteItemsRequest.Builder>) arguments[0];
                            build.accept(builder);
                            request = builder.build();
                        }
                        event.accept(request);
                        return client.transactWriteItems(request);
                    }
                    try {
                        return method.invoke(client, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
