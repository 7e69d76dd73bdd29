package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stator.core.Database;
import dev.stator.core.Limits;
import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.storage.Engine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * A database with two tables: {@code Tab} with the key p, and {@code Com} with p and s, a local and a global index. Requests are JSON with single quotes.
 */
final class TransactionFixture implements AutoCloseable {
    private final Database database;
    private volatile Instant now = Instant.parse("2026-01-02T03:04:05.678Z");

    TransactionFixture(Engine engine) {
        this(engine, Limits.DYNAMODB);
    }

    TransactionFixture(Engine engine, Limits limits) {
        database = Database.open(engine, () -> now, limits);
        call("CreateTable", """
                {'TableName':'Tab','BillingMode':'PAY_PER_REQUEST','KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],
                 'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'}]}""");
        call("CreateTable", """
                {'TableName':'Com','BillingMode':'PAY_PER_REQUEST','KeySchema':[
                  {'AttributeName':'p','KeyType':'HASH'},{'AttributeName':'s','KeyType':'RANGE'}],
                 'AttributeDefinitions':[{'AttributeName':'p','AttributeType':'S'},
                  {'AttributeName':'s','AttributeType':'S'},{'AttributeName':'l','AttributeType':'S'},
                  {'AttributeName':'g','AttributeType':'S'}],
                 'LocalSecondaryIndexes':[{'IndexName':'lsi','Projection':{'ProjectionType':'ALL'},'KeySchema':[
                  {'AttributeName':'p','KeyType':'HASH'},{'AttributeName':'l','KeyType':'RANGE'}]}],
                 'GlobalSecondaryIndexes':[{'IndexName':'gsi','Projection':{'ProjectionType':'ALL'},'KeySchema':[
                  {'AttributeName':'g','KeyType':'HASH'}]}]}""");
    }

    Object call(String operation, String request) {
        byte[] body = request.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return Json.parse(database.execute(operation, body, Session.ANONYMOUS));
    }

    /** What the operation throws. */
    ApiException refused(String operation, String request) {
        ApiException refused = catchThrowableOfType(ApiException.class, () -> call(operation, request));
        if (refused == null) {
            throw new AssertionError(operation + " was not refused: " + request);
        }
        return refused;
    }

    /** The body of the error that the operation answers. */
    Object error(String operation, String request) {
        JsonWriter out = new JsonWriter();
        refused(operation, request).write(out);
        return Json.parse(out.toByteArray());
    }

    /** Puts an item into {@code Tab}. */
    void put(String item) {
        call("PutItem", "{'TableName':'Tab','Item':" + item + "}");
    }

    /** The item of {@code Tab} with this key, as JSON with single quotes was read; an empty map if there is none. */
    Object get(String key) {
        Object answer = call("GetItem", "{'TableName':'Tab','ConsistentRead':true,'Key':{'p':{'S':'" + key + "'}}}");
        Object item = Json.at(answer, "Item");
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

    static Object json(String text) {
        return Json.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        database.close();
    }
}
