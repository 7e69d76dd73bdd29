package dev.stator.server.origin;

import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.wire.Answer;
import dev.stator.core.wire.AnswerHead.Header;
import dev.stator.core.wire.Endpoint;
import dev.stator.core.wire.Request;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Keeps foreign web pages from using the server through the browser of a person on this machine, and lets those in that were
 * allowed, by the rules of cross-origin resource sharing. Only browsers send an Origin; what comes without one passes.
 *
 * <p>A foreign page's request is refused before anything is carried out: a browser would only hide the answer.
 */
public final class OriginGuard implements Endpoint {
    private static final String PREFLIGHT_SECONDS = "7200";
    private static final String EXPOSED = "x-amzn-RequestId, x-amz-crc32";
    private static final Pattern HEADER_NAMES = Pattern.compile("[A-Za-z0-9_, -]{1,4096}");

    private final Origins origins;
    private final Endpoint guarded;

    public OriginGuard(Origins origins, Endpoint guarded) {
        this.origins = origins;
        this.guarded = guarded;
    }

    @Override
    public boolean answersHealthCheck(Request request) {
        return guarded.answersHealthCheck(request);
    }

    @Override
    public boolean isPrompt(Request request) {
        return guarded.isPrompt(request);
    }

    @Override
    public Answer answer(Request request) {
        String origin = request.headers().first("origin");
        if (origin == null || origins.isOwn(origin, request.headers().first("host"))) {
            return guarded.answer(request);
        }
        if (!origins.isAllowed(origin)) {
            return refused(origin);
        }
        if (request.method().equals("OPTIONS") && request.headers().first("access-control-request-method") != null) {
            return preflight(request, origin);
        }
        Map<Header, String> headers = allowOrigin(origin);
        headers.put(Header.EXPOSE_HEADERS, EXPOSED);
        return guarded.answer(request).with(headers);
    }

    private Answer preflight(Request request, String origin) {
        Map<Header, String> headers = allowOrigin(origin);
        headers.put(Header.ALLOW_METHODS, "GET, HEAD, POST");
        headers.put(Header.MAX_AGE, PREFLIGHT_SECONDS);
        String wanted = request.headers().first("access-control-request-headers");
        if (wanted != null && HEADER_NAMES.matcher(wanted).matches()) {
            headers.put(Header.ALLOW_HEADERS, wanted);
        }
        if ("true".equals(request.headers().first("access-control-request-private-network"))) {
            headers.put(Header.ALLOW_PRIVATE_NETWORK, "true");
        }
        return Answer.plain(200, null, "").with(headers);
    }

    private Map<Header, String> allowOrigin(String origin) {
        Map<Header, String> headers = new EnumMap<>(Header.class);
        headers.put(Header.ALLOW_ORIGIN, origins.allowsAll() ? Origins.ANY : origin);
        headers.put(Header.VARY, "Origin");
        return headers;
    }

    private static Answer refused(String origin) {
        JsonWriter out = new JsonWriter()
                .beginObject()
                .field("__type")
                .string("com.amazon.coral.service#AccessDeniedException")
                .field("message")
                .string("Pages of the origin " + origin + " may not use this server; to let them, start it with --cors "
                        + origin)
                .endObject();
        return Answer.json(403, "application/json", out.toByteArray(), false);
    }
}
