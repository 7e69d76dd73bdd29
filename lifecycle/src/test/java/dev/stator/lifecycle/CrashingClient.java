package dev.stator.lifecycle;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A client whose process ends at its n-th write: before the write is made, or after it, without an answer. */
public final class CrashingClient {
    private static final Set<String> WRITES = Set.of("putItem", "updateItem", "deleteItem", "transactWriteItems");

    /** The end of a process, which nobody catches. */
    public static final class Crash extends Error {
        Crash() {
            super("the process ends here", null, false, false);
        }
    }

    private final DynamoDbClient client;
    private final int at;
    private final boolean isAfter;
    private int writes;
    private boolean isDead;

    private CrashingClient(DynamoDbClient client, int at, boolean isAfter) {
        this.client = client;
        this.at = at;
        this.isAfter = isAfter;
    }

    /** A client that ends at the write of this number, counted from 1. */
    public static DynamoDbClient over(DynamoDbClient client, int at, boolean isAfter) {
        CrashingClient crashing = new CrashingClient(client, at, isAfter);
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> crashing.call(method, arguments));
    }

    private synchronized Object call(Method method, Object[] arguments) throws Throwable {
        if (isDead) {
            throw new Crash();
        }
        boolean isEnd = WRITES.contains(method.getName()) && ++writes == at;
        isDead = isEnd && !isAfter;
        if (isDead) {
            throw new Crash();
        }
        try {
            Object answer = method.invoke(client, arguments);
            if (isEnd) {
                isDead = true;
                throw new Crash();
            }
            return answer;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
