package dev.stator.core;

import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.operation.Operations;
import dev.stator.storage.Engine;
import java.time.InstantSource;

/**
 * One database: an engine, and what DynamoDB makes of it. Thread-safe; calls block, so give each a thread, best a virtual
 * one.
 */
public final class Database implements AutoCloseable {
    private final Operations operations;
    private final Engine engine;
    private final InstantSource clock;

    /** Opens the tables that the engine holds. The database owns the engine from here on, and closes it. */
    public static Database open(Engine engine, InstantSource clock) {
        return new Database(engine, clock);
    }

    private Database(Engine engine, InstantSource clock) {
        this.engine = engine;
        this.clock = clock;
        this.operations = new Operations();
    }

    /**
     * Runs one operation of the API.
     *
     * @param operation the operation's name on the wire, such as {@code PutItem}
     * @param request   the JSON body
     * @return the JSON body of the answer
     * @throws ApiException for every answer that is an error
     */
    public byte[] execute(String operation, byte[] request, Session session) {
        if (!operations.has(operation)) {
            throw new ApiException(ErrorType.UNKNOWN_OPERATION, null);
        }
        throw new IllegalStateException("not wired: " + operation + request.length + session + clock);
    }

    /** Whether there is an operation of this name. */
    public boolean has(String operation) {
        return operations.has(operation);
    }

    @Override
    public void close() {
        engine.close();
    }
}
