package dev.stator.core.wire;

import dev.stator.core.Session;

/** What is served: operations by name, bytes in and bytes out, as {@link dev.stator.core.Database} has them. */
@FunctionalInterface
public interface Api {
    /**
     * Runs one operation; may block, on a virtual thread of its own, unless it {@linkplain #isPrompt is prompt}.
     *
     * @param operation the operation's name on the wire, such as {@code PutItem}
     * @param body      the JSON body as it was sent, after decompression; never empty
     * @return the JSON body of the answer
     * @throws dev.stator.core.error.ApiException for every answer that is an error
     */
    byte[] execute(String operation, byte[] body, Session session);

    /**
     * Whether {@link #execute} is short and waits for nothing for this operation, so that it may run on a thread that serves
     * many connections.
     */
    default boolean isPrompt(String operation) {
        return false;
    }

    /**
     * Whether there is an operation of this name. DynamoDB answers this before it looks at the credentials.
     *
     * @param api what stands before the dot in the header {@code X-Amz-Target}, such as {@code DynamoDB_20120810}
     */
    default boolean has(String api, String operation) {
        return true;
    }
}
