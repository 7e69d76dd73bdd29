package dev.stator.core.operation;

import static dev.stator.core.operation.DatabaseFixture.global;
import static dev.stator.core.operation.DatabaseFixture.local;

import dev.stator.core.Limits;
import dev.stator.core.error.ApiException;
import dev.stator.storage.Engine;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** A database with a clock and two tables: {@code Tab} with the key p, and {@code Com} with p and s and two indexes. */
final class TransactionFixture implements AutoCloseable {
    private final DatabaseFixture database;
    private volatile Instant now = Instant.parse("2026-01-02T03:04:05.678Z");

    TransactionFixture(Engine engine) {
        this(engine, Limits.DYNAMODB);
    }

    TransactionFixture(Engine engine, Limits limits) {
        database = new DatabaseFixture(engine, limits, () -> now)
                .table("Tab", "p:S")
                .table("Com", "p:S s:S", local("lsi", "p:S l:S", "ALL"), global("gsi", "g:S", "ALL"));
    }

    Object call(String operation, String request) {
        return database.call(operation, request);
    }

    /** What the operation throws. */
    ApiException refused(String operation, String request) {
        return database.refused(operation, request);
    }

    /** The body of the error that the operation throws. */
    Object error(String operation, String request) {
        return database.errorBody(operation, request);
    }

    /** Puts an item into {@code Tab}. */
    void put(String item) {
        call("PutItem", "{'TableName':'Tab','Item':" + item + "}");
    }

    /** The item of {@code Tab} with this key; an empty map if there is none. */
    Object get(String key) {
        Object item = database.item("Tab", "'p':{'S':'" + key + "'}");
        return item == null ? Map.of() : item;
    }

    double writeUnits(String table) {
        return database.meter().writeUnits(table);
    }

    double readUnits(String table) {
        return database.meter().readUnits(table);
    }

    void sleep(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public void close() {
        database.close();
    }
}
