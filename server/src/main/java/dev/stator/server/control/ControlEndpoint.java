package dev.stator.server.control;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.file.DataFileException;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.sandbox.Sandbox;
import dev.stator.core.sandbox.SettableClock;
import dev.stator.core.wire.Answer;
import dev.stator.core.wire.Endpoint;
import dev.stator.core.wire.Request;
import dev.stator.storage.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets tests in any language set the clock of a {@link Sandbox}, bring about faults, take snapshots, save, load and reset.
 * Speaks JSON, but for data files; {@link FaultJson} reads and writes rules. One control request at a time.
 *
 * <p>A web page in a browser of this machine must not get in: each request needs a header that a page cannot send to another
 * origin without asking first, which is never allowed, and names this machine as its host, which a page that made its own
 * name point here does not.
 */
public final class ControlEndpoint implements Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ControlEndpoint.class);

    private static final String HEADER = "stator-control";
    private static final String JSON = "application/json";
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final int SNAPSHOTS_MAX = 1_000;

    private final Sandbox sandbox;
    private final SettableClock clock;
    private final Map<String, Snapshot> snapshots = new LinkedHashMap<>();
    private int lastSnapshot;

    /** @param clock the sandbox's */
    public ControlEndpoint(Sandbox sandbox, SettableClock clock) {
        this.sandbox = sandbox;
        this.clock = clock;
    }

    @Override
    public synchronized Answer answer(Request request) {
        try {
            checkCaller(request);
            String[] path = request.path().substring(1).split("/", -1);
            return switch (path[0]) {
                case "clock" -> clock(request, path);
                case "faults" -> faults(request, path);
                case "snapshots" -> snapshots(request, path);
                case "data" -> data(request, path);
                case "reset" -> reset(request, path);
                default -> throw unknown(request);
            };
        } catch (Refusal e) {
            return refused(e.status(), e.what());
        } catch (ApiException e) {
            return refused(400, "the body is not the JSON that is expected: " + e.getMessage());
        } catch (UnsupportedOperationException e) {
            return refused(409, e.getMessage() + "; snapshots need --memory");
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            return refused(400, String.valueOf(e.getMessage()));
        } catch (RuntimeException | IOException e) {
            LOG.error("{} {} failed", request.method(), request.path(), e);
            return refused(500, "an unexpected failure, which the log has");
        }
    }

    private static void checkCaller(Request request) {
        String host = request.headers().first("host");
        String name = host == null ? "" : host.toLowerCase(Locale.ROOT).replaceFirst(":\\d*$", "");
        if (!LOOPBACK.contains(name)) {
            throw new Refusal(403, "the host must be 127.0.0.1, localhost or [::1]");
        }
        if (request.headers().first(HEADER) == null) {
            throw new Refusal(403, "the header Stator-Control is missing; any value will do");
        }
    }

    private Answer clock(Request request, String[] path) {
        if (path.length > 1) {
            throw unknown(request);
        }
        switch (request.method()) {
            case "GET" -> {}
            case "DELETE" -> clock.reset();
            case "POST" -> moveClock(request);
            default -> throw unknown(request);
        }
        if (!request.method().equals("GET")) {
            sandbox.runDue();
        }
        JsonWriter out = new JsonWriter().beginObject();
        out.field("now").string(clock.instant().toString());
        out.field("stopped").bool(clock.isStopped());
        return json(out.endObject());
    }

    private void moveClock(Request request) {
        Map<String, String> members = strings(request);
        if (members.size() != 1) {
            throw Refusal.badRequest("one of advance, set and stop is expected, not " + members.keySet());
        }
        members.forEach((member, value) -> {
            switch (member) {
                case "advance" -> clock.advance(Duration.parse(value));
                case "set" -> clock.set(Instant.parse(value));
                case "stop" -> clock.stop(value.isEmpty() ? clock.instant() : Instant.parse(value));
                default -> throw Refusal.badRequest("one of advance, set and stop is expected, not " + member);
            }
        });
    }

    private Answer faults(Request request, String[] path) {
        String route = request.method() + (path.length == 1 ? "" : path[1].equals("fired") ? " fired" : " one");
        if (path.length > 2) {
            throw unknown(request);
        }
        return switch (route) {
            case "GET" -> json(FaultJson.rules(sandbox.faults()));
            case "POST" -> {
                int id = sandbox.faults().add(FaultJson.read(request.body()));
                yield json(new JsonWriter().beginObject().field("id").number(id).endObject());
            }
            case "DELETE" -> {
                sandbox.faults().clear();
                yield done();
            }
            case "GET fired" -> json(FaultJson.fired(sandbox.faults()));
            case "DELETE one" -> {
                if (!sandbox.faults().remove(number(path[1]))) {
                    throw new Refusal(404, "there is no rule " + path[1]);
                }
                yield done();
            }
            default -> throw unknown(request);
        };
    }

    private Answer snapshots(Request request, String[] path) {
        if (path.length == 1) {
            return switch (request.method()) {
                case "GET" -> {
                    JsonWriter out =
                            new JsonWriter().beginObject().field("snapshots").beginArray();
                    snapshots.keySet().forEach(out::string);
                    yield json(out.endArray().endObject());
                }
                case "POST" -> takeSnapshot(request);
                default -> throw unknown(request);
            };
        }
        Snapshot snapshot = snapshots.get(path[1]);
        if (snapshot == null) {
            throw new Refusal(404, "there is no snapshot " + path[1]);
        }
        if (path.length == 2 && request.method().equals("DELETE")) {
            snapshots.remove(path[1]);
        } else if (path.length == 3
                && path[2].equals("restore")
                && request.method().equals("POST")) {
            sandbox.restore(snapshot);
        } else {
            throw unknown(request);
        }
        return done();
    }

    private Answer takeSnapshot(Request request) {
        String name = request.body().length == 0 ? null : strings(request).get("name");
        if (name == null) {
            name = "snapshot-" + ++lastSnapshot;
        }
        if (!name.matches("[a-zA-Z0-9_.-]{1,100}")) {
            throw Refusal.badRequest("a name has 1 to 100 letters, digits, dots, hyphens and underscores");
        }
        if (snapshots.size() >= SNAPSHOTS_MAX && !snapshots.containsKey(name)) {
            throw new Refusal(409, "there are " + SNAPSHOTS_MAX + " snapshots already; delete some");
        }
        snapshots.put(name, sandbox.snapshot());
        return json(new JsonWriter().beginObject().field("name").string(name).endObject());
    }

    private Answer data(Request request, String[] path) throws IOException {
        if (path.length > 1) {
            throw unknown(request);
        }
        switch (request.method()) {
            case "GET" -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                sandbox.save(out);
                return Answer.json(200, "application/x-ndjson", out.toByteArray(), false);
            }
            case "POST" -> {
                try {
                    sandbox.load(new ByteArrayInputStream(request.body()), Session.ANONYMOUS);
                } catch (DataFileException e) {
                    throw Refusal.badRequest(String.valueOf(e.getMessage()));
                }
                return done();
            }
            default -> throw unknown(request);
        }
    }

    private Answer reset(Request request, String[] path) {
        if (path.length > 1 || !request.method().equals("POST")) {
            throw unknown(request);
        }
        clock.reset();
        sandbox.reset();
        return done();
    }

    /** The members of a JSON object of strings. */
    private static Map<String, String> strings(Request request) {
        RequestReader in = new RequestReader(request.body());
        Map<String, String> members = new LinkedHashMap<>();
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            @Nullable String value = in.string();
            members.put(member, value == null ? "" : value);
        }
        in.endBody();
        return members;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new Refusal(404, "there is no rule " + text);
        }
    }

    private static Refusal unknown(Request request) {
        return new Refusal(404, "there is no " + request.method() + " " + request.path());
    }

    private static Answer done() {
        return json(new JsonWriter().beginObject().endObject());
    }

    private static Answer json(JsonWriter out) {
        return Answer.json(200, JSON, withNewline(out), false);
    }

    private static Answer refused(int status, String what) {
        JsonWriter out =
                new JsonWriter().beginObject().field("error").string(what).endObject();
        return Answer.json(status, JSON, withNewline(out), false);
    }

    /** For people with curl. */
    private static byte[] withNewline(JsonWriter out) {
        return (new String(out.toByteArray(), StandardCharsets.UTF_8) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
