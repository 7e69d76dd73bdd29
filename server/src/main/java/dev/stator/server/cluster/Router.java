package dev.stator.server.cluster;

import dev.stator.core.Database;
import dev.stator.core.wire.Answer;
import dev.stator.core.wire.ApiEndpoint;
import dev.stator.core.wire.Endpoint;
import dev.stator.core.wire.Request;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes a write of one item on to the server that the item's collection prefers, so that servers do not come into each other's
 * way in the cluster. It is for speed alone: every server can do every write. One that cannot be reached is left out for a
 * while, and its writes are done by the next, or here.
 *
 * <p>A server that was reached and does not answer may have done the write or not. The client is told of an internal error
 * then, as by DynamoDB, and not of a result that might be a second one.
 */
public final class Router implements Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(Router.class);
    private static final Duration CONNECT_MAX = Duration.ofMillis(500);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(3);
    private static final long AVOIDED_NANOS = Duration.ofSeconds(3).toNanos();
    private static final List<String> PASSED_HEADERS =
            List.of("content-type", "x-amz-target", "authorization", "x-amz-date", "accept-encoding");

    private final Endpoint api;
    private final Supplier<Database> database;
    private final Supplier<List<Server>> servers;
    private final long self;
    private final Passage passage;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_MAX)
            .build();
    /** Servers that could not be reached, and until when they are left out. */
    private final Map<Long, Long> avoided = new ConcurrentHashMap<>();

    /**
     * A router before an API.
     *
     * @param servers those that are there, this one included
     * @param self    the number of this one
     */
    public Router(
            Endpoint api, Supplier<Database> database, Supplier<List<Server>> servers, long self, Passage passage) {
        this.api = api;
        this.database = database;
        this.servers = servers;
        this.self = self;
        this.passage = passage;
    }

    @Override
    public boolean answersHealthCheck(Request request) {
        return api.answersHealthCheck(request);
    }

    @Override
    public Answer answer(Request request) {
        String target = request.headers().first("x-amz-target");
        if (target == null) {
            return api.answer(request);
        }
        String shown = request.headers().first(Passage.HEADER);
        if (shown != null) {
            return passage.isValid(shown, target, request.body()) ? api.answer(request) : refused();
        }
        byte[] collection = collection(request, target);
        while (collection != null) {
            Server preferred = Preference.of(collection, reachable());
            if (preferred == null || preferred.number() == self) {
                break;
            }
            Answer answer = passOn(request, target, preferred);
            if (answer != null) {
                return answer;
            }
        }
        return api.answer(request);
    }

    private byte @Nullable [] collection(Request request, String target) {
        boolean isPlain = request.method().equals("POST")
                && request.path().equals("/")
                && request.headers().first("content-encoding") == null;
        return isPlain
                ? database.get().writtenCollection(target.substring(target.indexOf('.') + 1), request.body())
                : null;
    }

    private List<Server> reachable() {
        long now = System.nanoTime();
        avoided.values().removeIf(until -> now - until > 0);
        return servers.get().stream()
                .filter(server -> !avoided.containsKey(server.number()))
                .toList();
    }

    /** Passes a request on; null if the server was not reached, so that it has certainly not done it. */
    private @Nullable Answer passOn(Request request, String target, Server server) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(server.address() + "/"))
                .timeout(ANSWER_MAX)
                .header(Passage.HEADER, passage.issue(target, request.body()))
                .POST(HttpRequest.BodyPublishers.ofByteArray(request.body()));
        for (String name : PASSED_HEADERS) {
            String value = request.headers().first(name);
            if (value != null) {
                builder.header(name, value);
            }
        }
        try {
            return answer(client.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray()));
        } catch (ConnectException | HttpConnectTimeoutException e) {
            avoid(server, e);
            return null;
        } catch (IOException e) {
            avoid(server, e);
            return unknown(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unknown(request);
        }
    }

    private void avoid(Server server, IOException e) {
        LOG.debug("the server at {} does not answer; others do its work for a while", server.address(), e);
        avoided.put(server.number(), System.nanoTime() + AVOIDED_NANOS);
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        return Answer.sent(
                response.statusCode(),
                response.headers().firstValue("content-type").orElse(null),
                response.body(),
                response.headers().firstValue("content-encoding").isPresent());
    }

    private static Answer unknown(Request request) {
        String type = request.headers().first("content-type");
        return Answer.error(ApiEndpoint.internalServerError(), type == null ? "application/x-amz-json-1.0" : type);
    }

    private static Answer refused() {
        return Answer.plain(
                403, "text/plain", "The request says that a server of the cluster passed it on, and none did.\n");
    }
}
