package dev.stator.junit;

import dev.stator.core.Options;
import dev.stator.core.Session;
import dev.stator.core.fault.FaultRule;
import dev.stator.core.fault.Faults;
import dev.stator.core.file.DataFileException;
import dev.stator.core.housekeeping.Timer;
import dev.stator.core.sandbox.Sandbox;
import dev.stator.core.wire.Api;
import dev.stator.junit.schema.TableBlueprint;
import dev.stator.junit.sdk.Clients;
import dev.stator.junit.sdk.EnhancedClients;
import dev.stator.junit.sdk.InProcessAsyncHttpClient;
import dev.stator.junit.sdk.InProcessHttpClient;
import dev.stator.junit.sdk.SdkItems;
import dev.stator.junit.sdk.Wire;
import dev.stator.storage.Engine;
import dev.stator.storage.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClientBuilder;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A database of one's own in this JVM: no socket, no native code, no file. Its clients are the AWS SDK's, signatures and
 * JSON included; only the network is missing. {@link StatorTest} makes one for each test; here it is made by hand.
 *
 * <pre>{@code
 * try (Stator stator = Stator.inMemory()) {
 *     DynamoDbClient dynamo = stator.dynamoDbClient();
 *     ...
 * }
 * }</pre>
 *
 * <p>Every client is made when it is first asked for, and closed with the database. Thread-safe.
 */
public final class Stator implements AutoCloseable {
    private final StatorClock clock;
    private final String region;
    private final boolean overHttp;
    private final RequestLog requests;
    private final StatorBuilder chosen;
    private final Sandbox sandbox;
    private final Api api;
    private final Runnable runDue;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final OnDemand parts = new OnDemand();

    /** A database whose time is the machine's until it is moved. */
    public static Stator inMemory() {
        return builder().build();
    }

    /** To choose the clock, the region, the limits. */
    public static StatorBuilder builder() {
        return new StatorBuilder();
    }

    Stator(StatorBuilder chosen, Engine engine) {
        this.chosen = chosen;
        this.clock = chosen.clock();
        this.region = chosen.region();
        this.overHttp = chosen.isOverHttp();
        this.requests = new RequestLog(chosen.recordedRequestsMax());
        RequestRecorder recorder = new RequestRecorder(clock, requests);
        this.sandbox = Sandbox.open(
                engine,
                clock,
                Options.DEFAULTS
                        .withLimits(chosen.limits())
                        .withTimer(Timer.NEVER)
                        .withObserver(recorder)
                        .withEnforceThroughput(chosen.enforcesThroughput()),
                chosen.sleeper());
        // What answers a client, outermost first: faults are within the sandbox, and are recorded as the client sees
        // them.
        this.api = recorder.over(sandbox);
        this.runDue = sandbox::runDue;
        clock.onMove(runDue);
    }

    /** The synchronous client. */
    public DynamoDbClient dynamoDbClient() {
        return parts.get(DynamoDbClient.class, () -> clients().dynamoDb().build());
    }

    /** The asynchronous client; its requests run on virtual threads. */
    public DynamoDbAsyncClient dynamoDbAsyncClient() {
        return parts.get(
                DynamoDbAsyncClient.class, () -> clients().dynamoDbAsync().build());
    }

    /** The enhanced client over {@link #dynamoDbClient}; needs the SDK's dynamodb-enhanced. */
    public DynamoDbEnhancedClient enhancedClient() {
        return parts.get(DynamoDbEnhancedClient.class, () -> EnhancedClients.over(dynamoDbClient()));
    }

    /** The enhanced client over {@link #dynamoDbAsyncClient}; needs the SDK's dynamodb-enhanced. */
    public DynamoDbEnhancedAsyncClient enhancedAsyncClient() {
        return parts.get(DynamoDbEnhancedAsyncClient.class, () -> EnhancedClients.over(dynamoDbAsyncClient()));
    }

    /** The synchronous client of DynamoDB Streams. */
    public DynamoDbStreamsClient streamsClient() {
        return parts.get(DynamoDbStreamsClient.class, () -> clients().streams().build());
    }

    /** The asynchronous client of DynamoDB Streams. */
    public DynamoDbStreamsAsyncClient streamsAsyncClient() {
        return parts.get(
                DynamoDbStreamsAsyncClient.class, () -> clients().streamsAsync().build());
    }

    /** A builder that is set up for this database, to add interceptors, retries, timeouts; the caller closes its client. */
    public DynamoDbClientBuilder dynamoDbClientBuilder() {
        return clients().dynamoDb();
    }

    /** As {@link #dynamoDbClientBuilder}, of an asynchronous client. */
    public DynamoDbAsyncClientBuilder dynamoDbAsyncClientBuilder() {
        return clients().dynamoDbAsync();
    }

    /**
     * The transport by itself, for code that builds its own clients and lets nothing be set but this: whatever endpoint such
     * a client is for, it talks to this database.
     */
    public SdkHttpClient httpClient() {
        return parts.get(SdkHttpClient.class, () -> InProcessHttpClient.over(wire()));
    }

    /** As {@link #httpClient}, for asynchronous clients. */
    public SdkAsyncHttpClient asyncHttpClient() {
        return parts.get(SdkAsyncHttpClient.class, () -> InProcessAsyncHttpClient.over(wire(), executor));
    }

    /**
     * The address of a port on this machine where this database answers too, for code that is not Java; opened by the first
     * call.
     *
     * @throws IllegalStateException if stator-server is not on the class path
     */
    public URI endpoint() {
        try {
            return parts.get(LoopbackServer.class, () -> LoopbackServer.open(api, clock))
                    .endpoint();
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "A port needs Stator's server, which is not on the class path: add dev.stator:stator-server to the"
                            + " test dependencies, in the version of stator-junit.",
                    e);
        }
    }

    /**
     * The environment variables by which the AWS SDKs and CLI of all languages find {@link #endpoint}, for a
     * {@link ProcessBuilder}.
     */
    public Map<String, String> environment() {
        return Map.of(
                "AWS_ENDPOINT_URL_DYNAMODB",
                endpoint().toString(),
                "AWS_ENDPOINT_URL_DYNAMODB_STREAMS",
                endpoint().toString(),
                "AWS_ACCESS_KEY_ID",
                "stator",
                "AWS_SECRET_ACCESS_KEY",
                "stator",
                "AWS_REGION",
                region,
                "AWS_DEFAULT_REGION",
                region);
    }

    /** This database's time, which the test moves. */
    public StatorClock clock() {
        return clock;
    }

    /** What clients have asked for so far. */
    public RequestLog requests() {
        return requests;
    }

    /** What is in a table, past clients, log and units. */
    public TableContents table(String name) {
        return new TableContents(this, name);
    }

    /** The trouble that clients meet: throttles, delays, lost answers, stale reads. None until the test adds a rule. */
    public Faults faults() {
        return sandbox.faults();
    }

    /**
     * Attributes of the SDK as a {@link FaultRule#key} takes them:
     * {@code FaultRule.when(effect).key(Stator.key(Map.of("id", AttributeValue.fromS("a"))))}.
     *
     * @param attributes strings, numbers and bytes, as in keys
     * @throws IllegalArgumentException if there are others
     */
    public static Map<String, dev.stator.core.item.AttributeValue> key(Map<String, AttributeValue> attributes) {
        return SdkItems.stored(attributes);
    }

    /**
     * Everything that is stored now, in no time however much that is: tables, items, streams, request tokens. Not the time, the
     * faults, and the log of requests.
     */
    public Snapshot snapshot() {
        return sandbox.snapshot();
    }

    /** Goes back to a snapshot, once the requests that have begun are done; as often as wanted. */
    public void restore(Snapshot snapshot) {
        sandbox.restore(snapshot);
    }

    /**
     * A database of its own that goes on from what is stored now, with clients of its own and the same clock. The caller
     * closes it. A snapshot of the one can be restored in the other.
     */
    public Stator fork() {
        return new Stator(chosen, snapshot().open());
    }

    /** Writes all tables and items to a file for people, a JSON object to a line, which is replaced if it is there. */
    public void save(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            sandbox.save(out);
        }
    }

    /**
     * Loads a file that {@link #save} or a person wrote, into a database without tables; all of it or nothing.
     *
     * @throws DataFileException with the line that is wrong, and why
     */
    public void load(Path file) throws IOException, DataFileException {
        try (InputStream in = Files.newInputStream(file)) {
            sandbox.load(in, session());
        }
    }

    /** Creates tables from a CloudFormation template, annotations or beans; not recorded as requests. */
    public void create(List<TableBlueprint> tables) {
        tables.forEach(table -> table.create(this::execute));
    }

    /** As {@link #create(List)}. */
    public void create(TableBlueprint... tables) {
        create(List.of(tables));
    }

    /** One operation of the API with its JSON, for the kit itself: not recorded. */
    byte[] execute(String operation, byte[] body) {
        return sandbox.database().execute(operation, body, session());
    }

    private Session session() {
        return new Session("stator", region, Session.ACCOUNT_ID);
    }

    private Clients clients() {
        return parts.get(
                Clients.class,
                () -> overHttp
                        ? Clients.overHttp(region, endpoint(), executor)
                        : Clients.inProcess(region, httpClient(), asyncHttpClient(), executor));
    }

    private Wire wire() {
        return parts.get(Wire.class, () -> new Wire(api, clock));
    }

    /** Closes the clients, then the database, which is gone. Closing again changes nothing. */
    @Override
    public void close() {
        clock.forget(runDue);
        @Nullable Wire wire = parts.find(Wire.class);
        if (wire != null) {
            wire.cut();
        }
        parts.close();
        // Nobody waits for an answer any more: a request that a fault delays ends now, however long its delay.
        executor.shutdownNow();
        executor.close();
        sandbox.close();
    }
}
