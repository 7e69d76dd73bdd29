package dev.stator.junit.sdk;

import dev.stator.core.wire.Answer;
import dev.stator.core.wire.AnswerHead;
import dev.stator.core.wire.Api;
import dev.stator.core.wire.ApiEndpoint;
import dev.stator.core.wire.ByteBudget;
import dev.stator.core.wire.Headers;
import dev.stator.core.wire.Request;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Where a cable would be: takes a request of the SDK as it would be sent, signature and all, and gives the answer as it
 * would be received, with the same headers and checksum. Thread-safe.
 */
public final class Wire {
    private static final int BODY_BYTES_MAX = 16 * 1024 * 1024;
    private static final int GZIP_BYTES_MIN = 4 * 1024;

    private final ApiEndpoint endpoint;
    private final AnswerHead head;
    private volatile boolean cut;

    /** @param clock for the Date header */
    public Wire(Api api, InstantSource clock) {
        // What decompressed bodies may take up is for servers with strangers as clients.
        this.endpoint = new ApiEndpoint(api, BODY_BYTES_MAX, GZIP_BYTES_MIN, new ByteBudget(Long.MAX_VALUE));
        this.head = new AnswerHead(clock, () -> ThreadLocalRandom.current().nextLong());
    }

    /** The answer as received: its head, and its body as bytes. */
    record Received(SdkHttpResponse head, byte[] body) {}

    /**
     * Blocks until the operation is done.
     *
     * @throws IOException if there is no answer, as when a connection breaks
     */
    Received send(SdkHttpRequest request, byte[] body) throws IOException {
        if (cut) {
            throw new IllegalStateException("the Stator that this client belongs to was closed");
        }
        Answer answer = body.length > BODY_BYTES_MAX ? Answer.TOO_LARGE : endpoint.answer(request(request, body));
        if (answer.status() == Answer.NONE.status()) {
            throw new IOException("the connection ended before an answer came");
        }
        SdkHttpFullResponse.Builder received =
                SdkHttpResponse.builder().statusCode(answer.status()).statusText(reason(answer.status()));
        head.visit(
                answer,
                answer.status() == Answer.TOO_LARGE.status(),
                (header, value) -> received.putHeader(header.wireName(), value));
        return new Received(received.build(), answer.body());
    }

    /** Refuses all further requests at once, rather than let clients try a closed database again and again. */
    public void cut() {
        cut = true;
    }

    private static Request request(SdkHttpRequest request, byte[] body) {
        Headers headers = name -> {
            String value = request.firstMatchingHeader(name).orElse(null);
            return value == null && name.equals("host") ? request.host().toLowerCase(Locale.ROOT) : value;
        };
        String path = request.encodedPath();
        return new Request(
                request.method().name(),
                path.isEmpty() ? "/" : path,
                request.encodedQueryParameters().orElse(null),
                headers,
                body);
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 413 -> "Request Entity Too Large";
            case 500 -> "Internal Server Error";
            case 503 -> "Service Unavailable";
            default -> "Status " + status;
        };
    }
}
