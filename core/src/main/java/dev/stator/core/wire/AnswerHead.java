package dev.stator.core.wire;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** The headers of an {@link Answer}, those of DynamoDB in its order, whatever carries them. Thread-safe. */
public final class AnswerHead {
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** An answer that never has a body, so that a length would be that of another one. */
    private static final int NOT_MODIFIED = 304;

    private final InstantSource clock;
    private final RandomGenerator random;
    private volatile Date date = new Date(Long.MIN_VALUE, "");

    private record Date(long epochSecond, String text) {}

    /** Every header that an answer may have. */
    public enum Header {
        SERVER("Server"),
        DATE("Date"),
        CONTENT_TYPE("Content-Type"),
        CONTENT_ENCODING("Content-Encoding"),
        CONTENT_LENGTH("Content-Length"),
        TRANSFER_ENCODING("Transfer-Encoding"),
        CONNECTION("Connection"),
        REQUEST_ID("x-amzn-RequestId"),
        CRC32("x-amz-crc32"),
        LOCATION("Location"),
        ALLOW("Allow"),
        ETAG("ETag"),
        CACHE_CONTROL("Cache-Control"),
        VARY("Vary"),
        CONTENT_SECURITY_POLICY("Content-Security-Policy"),
        CONTENT_TYPE_OPTIONS("X-Content-Type-Options"),
        FRAME_OPTIONS("X-Frame-Options"),
        REFERRER_POLICY("Referrer-Policy"),
        RESOURCE_POLICY("Cross-Origin-Resource-Policy"),
        OPENER_POLICY("Cross-Origin-Opener-Policy"),
        ALLOW_ORIGIN("Access-Control-Allow-Origin"),
        ALLOW_METHODS("Access-Control-Allow-Methods"),
        ALLOW_HEADERS("Access-Control-Allow-Headers"),
        ALLOW_PRIVATE_NETWORK("Access-Control-Allow-Private-Network"),
        EXPOSE_HEADERS("Access-Control-Expose-Headers"),
        MAX_AGE("Access-Control-Max-Age");

        private final String wireName;

        Header(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    /** Takes one header after the other. */
    @FunctionalInterface
    public interface Visitor {
        /** Takes the next header; its value is ASCII. */
        void header(Header header, String value);
    }

    /**
     * @param clock  for the Date header
     * @param random where request ids come from; thread-safe
     */
    public AnswerHead(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** Hands out the headers of one answer, which has a request id of its own each time. */
    public void visit(Answer answer, boolean close, Visitor visitor) {
        if (answer.status() == Answer.TOO_LARGE.status()) {
            // DynamoDB: no request id and no checksum on this one.
            visitor.header(Header.TRANSFER_ENCODING, "chunked");
            visitor.header(Header.CONNECTION, "close");
            return;
        }
        visitor.header(Header.SERVER, "Server");
        visitor.header(Header.DATE, date());
        String contentType = answer.contentType();
        if (contentType != null) {
            visitor.header(Header.CONTENT_TYPE, contentType);
        }
        if (answer.gzip()) {
            visitor.header(Header.CONTENT_ENCODING, "gzip");
        }
        if (answer.status() != NOT_MODIFIED) {
            visitor.header(Header.CONTENT_LENGTH, Integer.toString(answer.body().length));
        }
        visitor.header(Header.CONNECTION, close ? "close" : "keep-alive");
        visitor.header(Header.REQUEST_ID, new String(RequestId.next(random), StandardCharsets.US_ASCII));
        visitor.header(Header.CRC32, Long.toString(answer.crc32()));
        answer.further().forEach(visitor::header);
    }

    /** The time for the Date header, formatted once a second. */
    private String date() {
        Date current = date;
        long now = Math.floorDiv(clock.millis(), 1000);
        if (current.epochSecond() != now) {
            current = new Date(now, HTTP_DATE.format(Instant.ofEpochSecond(now)));
            date = current;
        }
        return current.text();
    }
}
