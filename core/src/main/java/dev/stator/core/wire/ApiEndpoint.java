package dev.stator.core.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns one request into one call of the {@link Api}, and checks what comes before it in DynamoDB's order: method and
 * content type, JSON syntax, operation, credentials, empty body.
 */
public final class ApiEndpoint implements Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ApiEndpoint.class);

    private static final String TARGET = "x-amz-target";
    private static final String JSON = "application/json";
    private static final String AWS_JSON = "application/x-amz-json-1.0";
    /** What is read and written in well under a millisecond. */
    private static final int PROMPT_BODY_BYTES_MAX = 64 * 1024;

    private static final JsonFactory FACTORY = new JsonFactory();

    private final Api api;
    private final int bodyBytesMax;
    private final int gzipBytesMin;
    private final ByteBudget budget;

    /**
     * @param bodyBytesMax of a request after decompression; beyond it 413
     * @param gzipBytesMin of an answer, from which on it is compressed for a client that accepts gzip
     * @param budget       what decompressed bodies may take up at one time
     */
    public ApiEndpoint(Api api, int bodyBytesMax, int gzipBytesMin, ByteBudget budget) {
        this.api = api;
        this.bodyBytesMax = bodyBytesMax;
        this.gzipBytesMin = gzipBytesMin;
        this.budget = budget;
    }

    @Override
    public Answer answer(Request request) {
        if (!request.method().equals("POST") || !request.path().equals("/")) {
            return Answer.UNKNOWN_OPERATION;
        }
        String sentType = mediaType(request.headers().first("content-type"));
        if (request.body().length > 0 && !sentType.equals(AWS_JSON) && !sentType.equals(JSON)) {
            return Answer.UNKNOWN_OPERATION;
        }
        String contentType = sentType.equals(AWS_JSON) ? AWS_JSON : JSON;
        try {
            return isCompressed(request)
                    ? executeCompressed(request, contentType)
                    : execute(request, request.body(), contentType);
        } catch (ApiException e) {
            return Answer.error(e, contentType);
        } catch (UnansweredException e) {
            return Answer.NONE;
        } catch (Throwable e) {
            // Even an OutOfMemoryError concerns this request first; the next one may well succeed.
            LOG.error("{} failed", request.headers().first(TARGET), e);
            return Answer.error(internalServerError(), contentType);
        }
    }

    @Override
    public boolean isPrompt(Request request) {
        String target = request.headers().first(TARGET);
        return target != null
                && request.body().length <= PROMPT_BODY_BYTES_MAX
                && !isCompressed(request)
                && api.isPrompt(target.substring(target.indexOf('.') + 1));
    }

    private Answer executeCompressed(Request request, String contentType) {
        // What the body will become is known only when it is there, so the budget is asked for what it may become.
        int reserved = Gzip.decompressedBytesMax(request.body(), bodyBytesMax);
        if (!budget.reserve(reserved)) {
            return Answer.error(overloaded(), contentType);
        }
        try {
            return execute(request, Gzip.decompress(request.body(), bodyBytesMax), contentType);
        } catch (Gzip.TooLargeException e) {
            return Answer.TOO_LARGE;
        } catch (IOException e) {
            throw ApiException.serialization(null);
        } finally {
            budget.release(reserved);
        }
    }

    private Answer execute(Request request, byte[] body, String contentType) {
        String operation;
        Session session;
        try {
            operation = operation(request.headers().first(TARGET));
            session = session(request);
        } catch (ApiException e) {
            // DynamoDB: a body that is no JSON is told first. The operation finds that out by itself; here nobody does.
            throw body.length == 0 || isJson(body) ? e : ApiException.serialization(null);
        }
        if (body.length == 0) {
            throw ApiException.serialization(null);
        }
        byte[] result = api.execute(operation, body, session);
        return Answer.json(200, contentType, result, acceptsGzip(request, result));
    }

    private static Session session(Request request) {
        Session session = Authorization.session(request.headers(), request.query());
        String host = request.headers().first("host");
        return host == null ? session : session.withHost(host);
    }

    private String operation(@Nullable String target) {
        int dot = target == null ? -1 : target.indexOf('.');
        if (target != null && dot >= 0) {
            String operation = target.substring(dot + 1);
            if (api.has(target.substring(0, dot), operation)) {
                return operation;
            }
        }
        throw new ApiException(ErrorType.UNKNOWN_OPERATION, null);
    }

    private boolean acceptsGzip(Request request, byte[] result) {
        if (result.length < gzipBytesMin) {
            return false;
        }
        String accepted = request.headers().first("accept-encoding");
        return accepted != null && Gzip.isAccepted(accepted);
    }

    private static boolean isCompressed(Request request) {
        String encoding = request.headers().first("content-encoding");
        return encoding != null && encoding.strip().equalsIgnoreCase("gzip");
    }

    /** The media type without its parameters; empty if the header is missing. */
    private static String mediaType(@Nullable String contentType) {
        if (contentType == null) {
            return "";
        }
        int semicolon = contentType.indexOf(';');
        return (semicolon < 0 ? contentType : contentType.substring(0, semicolon)).strip();
    }

    private static boolean isJson(byte[] body) {
        try (JsonParser parser = FACTORY.createParser(body)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }

    /** What a client is told that found the server full; SDKs wait a little and try again. */
    public static ApiException overloaded() {
        return new ApiException(
                ErrorType.SERVICE_UNAVAILABLE, "The service is currently unavailable or busy. Try again shortly.");
    }

    /** What a client is told of which nobody knows what became of its request. */
    public static ApiException internalServerError() {
        return new ApiException(
                ErrorType.INTERNAL_SERVER_ERROR,
                "The request processing has failed because of an unknown error, exception or failure.");
    }
}
