package dev.stator.core.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stator.core.Database;
import dev.stator.core.Limits;
import dev.stator.core.Options;
import dev.stator.core.Session;
import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.housekeeping.Timer;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.read.Prediction;
import dev.stator.storage.Engine;
import dev.stator.storage.memory.MemoryEngine;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A whole database as tests of items use it. Requests and answers are JSON in which {@code '} stands for {@code "}, and
 * answers are compared exactly, but for the order of members. It does nothing by itself: {@link #runDue} makes it.
 */
public final class DatabaseFixture implements AutoCloseable {
    private final Database database;

    /** A database in memory. */
    public DatabaseFixture() {
        this(new MemoryEngine(), Limits.DYNAMODB);
    }

    public DatabaseFixture(Engine engine, Limits limits) {
        this(engine, limits, () -> Instant.parse("2026-01-02T03:04:05Z"));
    }

    public DatabaseFixture(Engine engine, Limits limits, InstantSource clock) {
        this(engine, Options.DEFAULTS.withLimits(limits), clock);
    }

    public DatabaseFixture(Engine engine, Options options, InstantSource clock) {
        database = Database.open(engine, clock, options.withTimer(Timer.NEVER));
    }

    /** An index of {@link #table}. */
    public record Index(String kind, String name, String keys, String projection) {}

    /** A local index; the projection is {@code ALL}, {@code KEYS_ONLY}, or attributes to include, such as {@code a b}. */
    public static Index local(String name, String keys, String projection) {
        return new Index("Local", name, keys, projection);
    }

    /** A global index, otherwise as {@link #local}. */
    public static Index global(String name, String keys, String projection) {
        return new Index("Global", name, keys, projection);
    }

    /**
     * Creates an on-demand table.
     *
     * @param keys such as {@code p:S s:N}; more partition attributes with a plus sign: {@code a:S+b:S c:N}
     */
    public DatabaseFixture table(String name, String keys, Index... indexes) {
        String attributes = Stream.concat(Stream.of(keys), Stream.of(indexes).map(Index::keys))
                .flatMap(each -> Stream.of(each.split("[ +]", -1)))
                .distinct()
                .map(key -> "{'AttributeName':'" + nameOf(key) + "','AttributeType':'" + typeOf(key) + "'}")
                .collect(Collectors.joining(","));
        call(
                "CreateTable",
                "{'TableName':'" + name + "','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':[" + attributes
                        + "],'KeySchema':" + keySchema(keys) + indexes("Local", indexes) + indexes("Global", indexes)
                        + "}");
        return this;
    }

    /** Puts items, each given as its attributes without the braces. */
    public DatabaseFixture put(String table, String... items) {
        for (String item : items) {
            call("PutItem", "{'TableName':'" + table + "','Item':{" + item + "}}");
        }
        return this;
    }

    /** The answer: objects are maps, arrays lists, whole numbers longs, others doubles. */
    public Object call(String operation, String request) {
        return Json.parse(execute(operation, request));
    }

    /** Asserts the whole answer. */
    public void answers(String operation, String request, String answer) {
        assertThat(call(operation, request)).isEqualTo(Json.parse(bytes(answer)));
    }

    /** Asserts one part of the answer; see {@link Json#at}. */
    public void answers(String operation, String request, String path, String part) {
        assertThat(Json.at(call(operation, request), path)).isEqualTo(Json.parse(bytes(part)));
    }

    /** Asserts a ValidationException with this text. */
    public void refuses(String operation, String request, String message) {
        refuses(operation, request, ErrorType.VALIDATION, message);
    }

    public void refuses(String operation, String request, ErrorType type, String message) {
        ApiException refused = refused(operation, request);
        assertThat(refused).hasMessage(message);
        assertThat(refused.type()).isEqualTo(type);
    }

    /** What the operation throws. */
    public ApiException refused(String operation, String request) {
        ApiException refused = catchThrowableOfType(ApiException.class, () -> execute(operation, request));
        if (refused == null) {
            throw new AssertionError(operation + " was not refused: " + request);
        }
        return refused;
    }

    /** The body of the error that the operation throws. */
    public Object errorBody(String operation, String request) {
        JsonWriter out = new JsonWriter();
        refused(operation, request).write(out);
        return Json.parse(out.toByteArray());
    }

    /** The answers to a Query or Scan and to all that continue it. */
    public List<Object> pages(String operation, String request) {
        List<Object> pages = new ArrayList<>();
        String members = request.substring(0, request.length() - 1);
        Object start = null;
        do {
            Object page = call(operation, members + (start == null ? "" : ",'ExclusiveStartKey':" + text(start)) + "}");
            pages.add(page);
            start = Json.at(page, "LastEvaluatedKey");
        } while (start != null);
        return pages;
    }

    /** What the database predicts of a Query or Scan. */
    public Prediction predict(String operation, String request) {
        return database.predict(operation, bytes(request));
    }

    /** The item with this key, its typed attributes by name; null if there is none. */
    public @Nullable Object item(String table, String key) {
        return Json.at(
                call("GetItem", "{'TableName':'" + table + "','ConsistentRead':true,'Key':{" + key + "}}"), "Item");
    }

    /** The units that were metered; see {@link CapacityMeter}. */
    public CapacityMeter meter() {
        return database.meter();
    }

    /** The values of one scalar attribute of an answer's Items, in their order. */
    public static List<String> column(Object answer, String attribute) {
        List<String> values = new ArrayList<>();
        if (Json.at(answer, "Items") instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Map<?, ?> attributes && attributes.get(attribute) instanceof Map<?, ?> typed) {
                    typed.values().forEach(value -> values.add(String.valueOf(value)));
                }
            }
        }
        return values;
    }

    /** What lies at a path of an answer; see {@link Json#at}. */
    public static @Nullable Object at(Object answer, String path) {
        return Json.at(answer, path);
    }

    /** What {@link #call} makes of this JSON. */
    public static Object json(String text) {
        return Json.parse(bytes(text));
    }

    /** Does what is due by the clock. */
    public void runDue() {
        database.runDue();
    }

    @Override
    public void close() {
        database.close();
    }

    private byte[] execute(String operation, String request) {
        return database.execute(operation, bytes(request), Session.ANONYMOUS);
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static String nameOf(String key) {
        return key.substring(0, key.indexOf(':'));
    }

    private static String typeOf(String key) {
        return key.substring(key.indexOf(':') + 1);
    }

    private static String keySchema(String keys) {
        List<String> elements = new ArrayList<>();
        String keyType = "HASH";
        for (String part : keys.split(" ", -1)) {
            for (String key : part.split("\\+", -1)) {
                elements.add("{'AttributeName':'" + nameOf(key) + "','KeyType':'" + keyType + "'}");
            }
            keyType = "RANGE";
        }
        return "[" + String.join(",", elements) + "]";
    }

    private static String indexes(String kind, Index[] indexes) {
        String elements = Stream.of(indexes)
                .filter(index -> index.kind().equals(kind))
                .map(index -> "{'IndexName':'" + index.name() + "','KeySchema':" + keySchema(index.keys())
                        + ",'Projection':" + projection(index.projection()) + "}")
                .collect(Collectors.joining(","));
        return elements.isEmpty() ? "" : ",'" + kind + "SecondaryIndexes':[" + elements + "]";
    }

    private static String projection(String projection) {
        if (projection.equals("ALL") || projection.equals("KEYS_ONLY")) {
            return "{'ProjectionType':'" + projection + "'}";
        }
        return "{'ProjectionType':'INCLUDE','NonKeyAttributes':['" + projection.replace(" ", "','") + "']}";
    }

    /** The JSON of a start key, whose values are strings only. */
    static String text(@Nullable Object value) {
        return value instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .map(member -> "'" + member.getKey() + "':" + text(member.getValue()))
                        .collect(Collectors.joining(",", "{", "}"))
                : "'" + value + "'";
    }
}
