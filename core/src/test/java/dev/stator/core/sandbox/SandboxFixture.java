package dev.stator.core.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stator.core.Options;
import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.fault.Faults;
import dev.stator.core.file.DataFileException;
import dev.stator.core.housekeeping.Timer;
import dev.stator.storage.memory.MemoryEngine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * A sandbox in memory with a table {@code Tab} and a global index {@code Glo}, whose clock stands still and whose delays are only
 * written down. Requests and answers are JSON in which {@code '} stands for {@code "}.
 */
public final class SandboxFixture implements AutoCloseable {
    public static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    public final SettableClock clock;
    public final List<Duration> slept = new ArrayList<>();
    public final Sandbox sandbox;

    public SandboxFixture() {
        clock = new SettableClock(InstantSource.system());
        clock.stop(START);
        sandbox = Sandbox.open(new MemoryEngine(), clock, Options.DEFAULTS.withTimer(Timer.NEVER), slept::add);
        call(
                "CreateTable",
                "{'TableName':'Tab','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':[{'AttributeName':'p',"
                        + "'AttributeType':'S'},{'AttributeName':'g','AttributeType':'S'}],'KeySchema':["
                        + "{'AttributeName':'p','KeyType':'HASH'}],'GlobalSecondaryIndexes':[{'IndexName':'Glo',"
                        + "'KeySchema':[{'AttributeName':'g','KeyType':'HASH'}],'Projection':{'ProjectionType':'ALL'}}]}");
    }

    public Faults faults() {
        return sandbox.faults();
    }

    public String call(String operation, String request) {
        return call(sandbox, operation, request);
    }

    public static String call(Sandbox sandbox, String operation, String request) {
        byte[] body = request.replace('\'', '"').getBytes(UTF_8);
        return new String(sandbox.execute(operation, body, Session.ANONYMOUS), UTF_8).replace('"', '\'');
    }

    public ApiException refused(String operation, String request) {
        ApiException refused = catchThrowableOfType(ApiException.class, () -> call(operation, request));
        if (refused == null) {
            throw new AssertionError(operation + " was not refused");
        }
        return refused;
    }

    public void put(String key, String value) {
        call("PutItem", "{'TableName':'Tab','Item':{'p':{'S':'" + key + "'},'g':{'S':'g'},'v':{'S':'" + value + "'}}}");
    }

    /** What an eventual read finds: the value of {@code v}, or {@code none}. */
    public String get(String key) {
        return valueIn(call("GetItem", "{'TableName':'Tab','Key':{'p':{'S':'" + key + "'}}}"));
    }

    /** What a consistent read finds. */
    public String getStrong(String key) {
        return getStrong(sandbox, key);
    }

    public static String getStrong(Sandbox sandbox, String key) {
        return valueIn(
                call(sandbox, "GetItem", "{'TableName':'Tab','Key':{'p':{'S':'" + key + "'}},'ConsistentRead':true}"));
    }

    /** How many items the index shows. */
    public int indexed() {
        String answer = call(
                "Query",
                "{'TableName':'Tab','IndexName':'Glo','KeyConditionExpression':'g = :g','ExpressionAttributeValues':"
                        + "{':g':{'S':'g'}},'Select':'COUNT'}");
        return Integer.parseInt(answer.replaceAll(".*'Count':(\\d+).*", "$1"));
    }

    public void load(InputStream in) throws IOException, DataFileException {
        sandbox.load(in, Session.ANONYMOUS);
    }

    public String saved() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        sandbox.save(out);
        return out.toString(UTF_8).replace('"', '\'');
    }

    public static ByteArrayInputStream file(String... lines) {
        return new ByteArrayInputStream(
                String.join("\n", lines).replace('\'', '"').getBytes(UTF_8));
    }

    private static String valueIn(String answer) {
        int start = answer.indexOf("'v':{'S':'");
        return start < 0 ? "none" : answer.substring(start + 10, answer.indexOf('\'', start + 10));
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
