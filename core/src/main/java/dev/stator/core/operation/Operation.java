package dev.stator.core.operation;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;

/** One operation of the API. What it works on, such as tables and engine, it was given when it was made. */
public interface Operation {
    /** The API of tables and items. */
    String DYNAMODB = "DynamoDB_20120810";

    /** The API that reads streams. */
    String STREAMS = "DynamoDBStreams_20120810";

    /** The name on the wire, which is the name of the class. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** The API that it belongs to: what stands before the dot in the header {@code X-Amz-Target}. */
    default String api() {
        return DYNAMODB;
    }

    /**
     * Reads the request body from its start to its end, carries it out, and writes the response body.
     *
     * @throws ApiException for every answer that is an error; what was written until then is void
     */
    void execute(RequestReader in, Session session, JsonWriter out);
}
